package dev.laptimer.result.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkupTest {

  @Test
  void textsAndAttributesCannotBecomeMarkup() {
    var hostile = "</p><script>alert('1' & \"2\")</script>";
    assertThat(Markup.element("p", hostile).with("title", hostile).write())
        .isEqualTo(
            "<p title=\"&lt;/p&gt;&lt;script&gt;alert(&#39;1&#39; &amp; &quot;2&quot;)&lt;/script&gt;\">"
                + "&lt;/p&gt;&lt;script&gt;alert(&#39;1&#39; &amp; &quot;2&quot;)&lt;/script&gt;</p>\n");
  }

  @Test
  void charactersThatAreNoneAreReplaced() {
    assertThat(Markup.text("a\0b\u001b[31mc\u0085d\ud800e\ufffff").write())
        .isEqualTo("a\ufffdb\ufffd[31mc\ufffdd\ufffde\ufffdf");
    assertThat(Markup.text("µs – 快 😀\n").write()).isEqualTo("µs – 快 😀\n");
  }

  @Test
  void onlyElementsWithoutContentHaveNoEndTag() {
    assertThat(Markup.element("meta").with("charset", "utf-8").write())
        .isEqualTo("<meta charset=\"utf-8\"/>\n");
    assertThat(Markup.element("td").write()).isEqualTo("<td></td>");
  }

  @Test
  void aCoordinateHasOneDecimalAtMost() {
    assertThat(Markup.element("rect").with("x", 12.0).with("y", 3.14159).write())
        .isEqualTo("<rect x=\"12\" y=\"3.1\"></rect>");
  }
}
