package dev.laptimer.result.html;

import dev.laptimer.result.html.Markup.Element;
import java.util.ArrayList;
import java.util.List;

/**
 * A table whose first column names its rows. On a narrow screen it can be moved sideways.
 *
 * @param caption what it shows
 * @param numbers whether the other columns are figures
 */
record Table(String caption, boolean numbers, List<String> header, List<List<String>> rows) {

  Element html() {
    var head = Markup.element("tr");
    for (var name : header) {
      head = head.add(Markup.element("th", name).with("scope", "col"));
    }
    var body = new ArrayList<Markup>();
    for (var row : rows) {
      var line = Markup.element("tr");
      for (int i = 0; i < row.size(); i++) {
        line =
            line.add(
                i == 0
                    ? Markup.element("th", row.get(i)).with("scope", "row")
                    : Markup.element("td", row.get(i)));
      }
      body.add(line);
    }
    var table = Markup.element("table", Markup.element("caption", caption));
    if (numbers) {
      table = table.with("class", "numbers");
    }
    return Markup.element(
            "div",
            table.add(
                header.isEmpty()
                    ? List.of(Markup.element("tbody", body))
                    : List.of(Markup.element("thead", head), Markup.element("tbody", body))))
        .with("class", "scroll")
        .with("role", "region")
        .with("aria-label", caption)
        .with("tabindex", "0");
  }

  /** The same, shown when somebody asks for it. */
  Element onDemand() {
    return Markup.element("details", Markup.element("summary", caption), html());
  }
}
