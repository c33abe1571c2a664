package dev.laptimer.result.html;

import dev.laptimer.result.Analysis;
import dev.laptimer.result.ResultDocument;
import java.io.StringReader;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** A page as a strict parser reads it. */
record Page(String html, Document tree) {

  static Page of(ResultDocument document) {
    return of(HtmlReport.of(document, Analysis.of(document.spec(), document)));
  }

  static Page of(String html) {
    try {
      var parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
      return new Page(html, parser.parse(new InputSource(new StringReader(html))));
    } catch (Exception e) {
      throw new AssertionError("the page is not well-formed: " + e.getMessage(), e);
    }
  }

  /** Text of each node that an XPath finds; blanks as a browser shows them. */
  List<String> texts(String xpath) {
    try {
      var nodes =
          (NodeList)
              XPathFactory.newInstance().newXPath().evaluate(xpath, tree, XPathConstants.NODESET);
      return IntStream.range(0, nodes.getLength())
          .mapToObj(i -> nodes.item(i).getTextContent())
          .filter(Objects::nonNull)
          .map(text -> text.strip().replaceAll("\\s+", " "))
          .toList();
    } catch (Exception e) {
      throw new AssertionError(xpath, e);
    }
  }

  String text(String xpath) {
    return String.join("\n", texts(xpath));
  }

  int count(String xpath) {
    return texts(xpath).size();
  }

  /** The rows of the table with a caption that begins so, the header first. */
  List<List<String>> table(String caption) {
    var table = "(//table[starts-with(caption, '%s')])[1]//tr".formatted(caption);
    return IntStream.rangeClosed(1, count(table))
        .mapToObj(row -> texts("(%s)[%d]/*".formatted(table, row)))
        .toList();
  }
}
