package dev.laptimer.result.html;

import dev.laptimer.result.Analysis;
import dev.laptimer.result.Format;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.result.html.Markup.Element;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a person sends to somebody who decides: the verdict in words, the charts, how far all of it
 * can be trusted, and how it was measured. One page without a script that loads nothing.
 */
public final class HtmlReport {

  private static final String STYLE = resource("/report/report.css");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private HtmlReport() {}

  /**
   * The page; the same for the same document.
   *
   * @throws IllegalArgumentException if a histogram of the document is damaged
   */
  public static String of(ResultDocument document, Analysis analysis) {
    var headline = Headline.of(document, analysis);
    var figures = new FigureSections(document, analysis);
    var main = new ArrayList<Element>();
    main.add(header(document, analysis, headline));
    Stream.of(
            figures.ratios(),
            figures.rounds(),
            figures.laps(),
            figures.warmUps(),
            figures.latencies(),
            RateSection.of(document, analysis))
        .flatMap(Optional::stream)
        .forEach(main::add);
    if (document.failover() != null) {
      main.add(FailoverSection.of(document));
    }
    main.add(TrustSection.of(analysis.trust()));
    main.add(SettingSection.of(document, analysis));
    main.add(method(document));
    return "<!DOCTYPE html>\n"
        + Markup.element(
                "html",
                head(document, headline),
                Markup.element("body", Markup.element("main", main), footer(document)))
            .with("lang", "en")
            .with("xmlns", "http://www.w3.org/1999/xhtml")
            .write()
        + "\n";
  }

  private static Element head(ResultDocument document, Headline headline) {
    return Markup.element(
        "head",
        Markup.element("meta").with("charset", "utf-8"),
        Markup.element("meta")
            .with("name", "viewport")
            .with("content", "width=device-width, initial-scale=1"),
        Markup.element("meta").with("name", "color-scheme").with("content", "light dark"),
        Markup.element("meta")
            .with("http-equiv", "Content-Security-Policy")
            .with("content", "default-src 'none'; style-src 'unsafe-inline'"),
        Markup.element("title", headline.title() + " – " + document.plan().benchmark()),
        Markup.element("style", STYLE));
  }

  private static Element header(ResultDocument document, Analysis analysis, Headline headline) {
    var header =
        Markup.element(
                "header",
                Markup.element(
                        "p",
                        "%s, run %d – %s"
                            .formatted(
                                document.plan().benchmark(),
                                document.plan().runNumber(),
                                time(document.startTime())))
                    .with("class", "over"),
                Markup.element("h1", headline.title()))
            .with("class", headline.tone());
    for (var sentence : headline.sentences()) {
      header = header.add(Markup.element("p", sentence).with("class", "lead"));
    }
    return header.add(
        Markup.element(
            "p",
            TrustSection.badge(analysis.trust().level()),
            Markup.text(
                " %s of %s measured"
                    .formatted(
                        Format.number(
                            document.trials().stream().filter(t -> t.failure() == null).count()),
                        Format.count(document.plan().trials().size(), "trial")))));
  }

  /** How it was measured, in three sentences; and what is not here. */
  private static Element method(ResultDocument document) {
    var plan = document.plan();
    boolean table = plan.workload().table() != null;
    var sentences =
        List.of(
            "Every target%s was measured in each of %s, in random order, close together in time and each time in a fresh JVM, so that what disturbs the machine disturbs all of them alike."
                .formatted(
                    plan.control() == null
                        ? ""
                        : ", and %s once more to see how far it differs from itself,"
                            .formatted(plan.control().of()),
                    Format.count(plan.rounds(), "round")),
            "A lap is timed around the loop over all %s, each operation goes into a histogram, and what the server answers is checked: %s, errors and wrong values are counted apart."
                .formatted(table ? "rows" : "keys", table ? "retries" : "misses"),
            "The ratio of two targets is estimated from the rounds, one ratio a round (Hodges-Lehmann), its 95 % interval comes from the exact signed-rank test, and a verdict has to hold after Holm's correction for several comparisons.");
    var section =
        Markup.element(
            "section",
            Markup.element("h2", "How it was measured"),
            Markup.element("p", String.join(" ", sentences)));
    return document.omitted() == null
        ? section
        : section.add(
            Markup.element("p", "The document is not whole; " + document.omitted() + "."));
  }

  private static Element footer(ResultDocument document) {
    return Markup.element(
        "footer",
        Markup.element(
            "p",
            "Measured by Laptimer %s from %s to %s. The figures can be looked at again in the result document of the run."
                .formatted(
                    document.laptimerVersion(),
                    time(document.startTime()),
                    time(document.finishTime()))));
  }

  private static String time(Instant instant) {
    return instant == null ? "an unknown time" : TIME.format(instant);
  }

  private static String resource(String name) {
    try (var stream = HtmlReport.class.getResourceAsStream(name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
