package dev.laptimer.result;

import java.util.regex.Pattern;

/** Texts of a status: one line, bounded, without stack traces and without logins in addresses. */
final class Text {

  /** Longest message of a condition, in characters. */
  static final int MAX_MESSAGE = 1024;

  /** Longest summary, in characters: one line of {@code kubectl get}. */
  static final int MAX_SUMMARY = 200;

  private static final String CUT = " ... (cut)";
  private static final Pattern STACK_TRACE =
      Pattern.compile("\\R\\s*at [\\w.$/@]+\\(.*", Pattern.DOTALL);
  private static final Pattern LOGIN = Pattern.compile("(\\w://)[^\\s/@]+@");

  private Text() {}

  static String message(String text) {
    return cut(clean(text), MAX_MESSAGE);
  }

  static String summary(String text) {
    return cut(clean(text), MAX_SUMMARY);
  }

  /** The text itself, or its beginning and a marker, together at most {@code max} characters. */
  static String cut(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    int end = max - CUT.length();
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + CUT;
  }

  private static String clean(String text) {
    if (text == null) {
      return "";
    }
    var withoutTrace = STACK_TRACE.matcher(text).replaceFirst("");
    return LOGIN.matcher(withoutTrace).replaceAll("$1***@").replaceAll("\\s+", " ").strip();
  }
}
