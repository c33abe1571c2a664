package dev.laptimer.result.html;

import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.BenchmarkStatus.Trust;
import dev.laptimer.api.Severity;
import dev.laptimer.api.TrustLevel;
import dev.laptimer.result.html.Markup.Element;

/** Whether the figures can be believed, and what was found that speaks against it. */
final class TrustSection {

  private TrustSection() {}

  static Element of(Trust trust) {
    var section =
        Markup.element(
            "section",
            Markup.element("h2", "Can these figures be trusted?"),
            Markup.element(
                "p",
                badge(trust.level()),
                Markup.text(
                    " "
                        + (trust.checks().isEmpty()
                            ? "No check found anything."
                            : meaning(trust.level())))));
    if (trust.checks().isEmpty()) {
      return section;
    }
    var list = Markup.element("ul").with("class", "checks");
    for (var check : trust.checks()) {
      list = list.add(check(check));
    }
    return section.add(list);
  }

  static Element badge(TrustLevel level) {
    return Markup.element("span", "trust: " + level)
        .with(
            "class",
            "badge "
                + switch (level) {
                  case High -> "good";
                  case Low -> "open";
                  case None -> "bad";
                });
  }

  private static String meaning(TrustLevel level) {
    return switch (level) {
      case High -> "No check found a reason to doubt the figures; these facts are to be known:";
      case Low -> "The figures may be off; what the checks found, the gravest first:";
      case None -> "The figures are meaningless; what the checks found, the gravest first:";
    };
  }

  private static Element check(Check check) {
    return Markup.element(
        "li",
        Markup.element("span", check.severity().name())
            .with("class", "badge " + tone(check.severity())),
        Markup.text(" "),
        Markup.element("strong", Words.field(check.name())),
        Markup.text(
            (check.arm() == null ? "" : " at " + check.arm()) + ": " + check.message() + "."));
  }

  private static String tone(Severity severity) {
    return switch (severity) {
      case Error -> "bad";
      case Warning -> "open";
      case Note -> "plain";
    };
  }
}
