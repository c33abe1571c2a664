package dev.laptimer.result.html;

import dev.laptimer.api.FaultAction;
import dev.laptimer.api.Metric;
import dev.laptimer.api.Verdict;
import dev.laptimer.result.Format;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How the page says what the document has as names and numbers. */
final class Words {

  private static final int DIGITS = 3;
  private static final Set<String> ABBREVIATIONS = Set.of("cpu", "gc", "tls");

  private Words() {}

  /** 22.4 µs, 1.2 ms, 3 s: three digits in the unit that fits. */
  static String duration(double nanos) {
    if (nanos == 0) {
      return "0";
    }
    double micros = nanos / 1e3;
    if (rounded(micros) < 1e3) {
      return short3(micros) + " µs";
    }
    return rounded(micros / 1e3) < 1e3 ? short3(micros / 1e3) + " ms" : short3(micros / 1e6) + " s";
  }

  /** 950, 12k, 1.5M: for the marks of an axis. */
  static String large(double number) {
    if (number >= 1e6) {
      return short3(number / 1e6) + "M";
    }
    return number >= 1e3 ? short3(number / 1e3) + "k" : short3(number);
  }

  /** Without zeros at the end: 1, 1.25, 0.5. */
  static String short3(double number) {
    if (number == 0) {
      return "0";
    }
    var plain = Format.plain(number, DIGITS);
    return plain.contains(".") ? plain.replaceAll("\\.?0+$", "") : plain;
  }

  /** 50 %, 99.9 %. */
  static String percentile(double percentile) {
    return Double.toString(percentile).replaceAll("\\.0$", "") + " %";
  }

  private static double rounded(double number) {
    return number == 0 ? 0 : Double.parseDouble(Format.plain(number, DIGITS));
  }

  static String metric(Metric metric) {
    return switch (metric) {
      case OpsPerSecond -> "operations a second";
      case P50Micros -> "median latency";
      case P99Micros -> "99th percentile of the latency";
      case RateAtMaxP99 -> "highest rate that holds the p99";
    };
  }

  static String verdict(Verdict verdict) {
    return switch (verdict) {
      case Faster -> "▲\u00a0faster";
      case Slower -> "▼\u00a0slower";
      case NoDifference -> "=\u00a0no difference";
      case Inconclusive -> "?\u00a0no verdict";
      case Invalid -> "✕\u00a0not valid";
    };
  }

  static String action(FaultAction action) {
    return switch (action) {
      case Kill -> "was killed";
      case Stop -> "was asked to stop";
      case Await -> "was hit from outside";
    };
  }

  /** A name in CamelCase as words: {@code keyCount} is "Key count", {@code GcPause} "GC pause". */
  static String field(String name) {
    var words =
        Stream.of(name.split("(?<=[a-z0-9])(?=[A-Z])"))
            .map(word -> word.toLowerCase(Locale.ROOT))
            .map(word -> ABBREVIATIONS.contains(word) ? word.toUpperCase(Locale.ROOT) : word)
            .collect(Collectors.joining(" "));
    return capital(words);
  }

  /** With a capital at its beginning. */
  static String capital(String text) {
    return text.isEmpty() ? "" : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /** 3x one error; 1x another, the most frequent first. */
  static String counts(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .map(entry -> Format.number(entry.getValue()) + "× " + entry.getKey())
        .collect(Collectors.joining("; "));
  }
}
