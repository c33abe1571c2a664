package dev.laptimer.result.html;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A piece of a page. Texts and attributes are escaped when they are written, so that nothing that a
 * document holds can become markup. What is written is HTML and well-formed XML at once.
 */
sealed interface Markup {

  /** Elements without content, which HTML wants without an end tag. */
  Set<String> VOID = Set.of("meta", "br", "col");

  /** Elements that end a line, so that the source can be read. */
  Set<String> BLOCKS =
      Set.of(
          "head", "meta", "title", "style", "header", "main", "section", "footer", "figure", "div",
          "h1", "h2", "h3", "p", "ul", "li", "table", "tr", "details", "pre", "svg", "g");

  /** Characters as a person reads them. */
  record Text(String text) implements Markup {}

  /** An element with its attributes, in the order in which they were given. */
  record Element(String name, Map<String, String> attributes, List<Markup> children)
      implements Markup {

    public Element {
      attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
      children = List.copyOf(children);
    }

    Element with(String attribute, String value) {
      var more = new LinkedHashMap<>(attributes);
      more.put(attribute, value);
      return new Element(name, more, children);
    }

    /** A coordinate or a size. */
    Element with(String attribute, double value) {
      return with(attribute, Paths.number(value));
    }

    Element add(Markup... more) {
      return add(List.of(more));
    }

    Element add(List<? extends Markup> more) {
      var all = new ArrayList<>(children);
      all.addAll(more);
      return new Element(name, attributes, all);
    }
  }

  static Text text(String text) {
    return new Text(text);
  }

  static Element element(String name) {
    return new Element(name, Map.of(), List.of());
  }

  static Element element(String name, String text) {
    return element(name).add(text(text));
  }

  static Element element(String name, Markup... children) {
    return element(name).add(children);
  }

  static Element element(String name, List<? extends Markup> children) {
    return element(name).add(children);
  }

  /** The markup as it stands in a file. */
  default String write() {
    var out = new StringBuilder();
    write(this, out);
    return out.toString();
  }

  private static void write(Markup markup, StringBuilder out) {
    if (markup instanceof Text text) {
      out.append(escaped(text.text()));
    } else if (markup instanceof Element element) {
      out.append('<').append(element.name());
      element
          .attributes()
          .forEach(
              (name, value) ->
                  out.append(' ').append(name).append("=\"").append(escaped(value)).append('"'));
      if (VOID.contains(element.name())) {
        out.append("/>");
      } else {
        out.append('>');
        element.children().forEach(child -> write(child, out));
        out.append("</").append(element.name()).append('>');
      }
      if (BLOCKS.contains(element.name())) {
        out.append('\n');
      }
    }
  }

  /** Characters that XML does not know, such as control characters, become U+FFFD. */
  private static String escaped(String text) {
    var out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(isXml(c) ? c : 0xFFFD);
              }
            });
    return out.toString();
  }

  private static boolean isXml(int c) {
    return c == '\t'
        || c == '\n'
        || c >= 0x20 && c < 0x7F
        || c >= 0xA0 && c <= 0xD7FF
        || c >= 0xE000 && c <= 0xFFFD
        || c >= 0x10000;
  }
}
