package dev.laptimer.result;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table of plain text: the first column at the left, the others at the right of their columns.
 *
 * @param header one cell for each column
 * @param rows each with as many cells as the header
 */
record TextTable(List<String> header, List<List<String>> rows) {

  private static final String GAP = "  ";

  /**
   * The table, in several ones below each other, each with the first column, where it is wider than
   * so many characters.
   */
  String render(int maxWidth) {
    var widths = new ArrayList<Integer>();
    for (int column = 0; column < header.size(); column++) {
      int index = column;
      widths.add(
          Stream.concat(Stream.of(header), rows.stream())
              .mapToInt(row -> row.get(index).length())
              .max()
              .orElse(0));
    }
    var tables = new ArrayList<String>();
    int next = 1;
    do {
      var columns = new ArrayList<Integer>();
      int width = widths.get(0);
      while (next < header.size()
          && (columns.isEmpty() || width + GAP.length() + widths.get(next) <= maxWidth)) {
        width += GAP.length() + widths.get(next);
        columns.add(next++);
      }
      tables.add(
          Stream.concat(Stream.of(header), rows.stream())
              .map(row -> line(row, columns, widths))
              .collect(Collectors.joining()));
    } while (next < header.size());
    return String.join("\n", tables);
  }

  private static String line(List<String> row, List<Integer> columns, List<Integer> widths) {
    var line = new StringBuilder(row.get(0));
    line.append(" ".repeat(widths.get(0) - row.get(0).length()));
    for (int column : columns) {
      var cell = row.get(column);
      line.append(GAP).append(" ".repeat(widths.get(column) - cell.length())).append(cell);
    }
    return line.toString().stripTrailing() + "\n";
  }

  /**
   * A text in lines of at most so many characters, broken between words.
   *
   * @param indent what each line but the first begins with
   */
  static String wrap(String text, int maxWidth, String indent) {
    var lines = new StringBuilder();
    int width = 0;
    for (var word : text.split(" ")) {
      if (width == 0) {
        width = word.length();
      } else if (width + 1 + word.length() <= maxWidth) {
        lines.append(' ');
        width += 1 + word.length();
      } else {
        lines.append('\n').append(indent);
        width = indent.length() + word.length();
      }
      lines.append(word);
    }
    return lines.append('\n').toString();
  }
}
