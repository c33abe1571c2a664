package dev.laptimer.runner.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.laptimer.api.RowEncoding;
import dev.laptimer.plan.Plan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowCodecTest {

  @ParameterizedTest
  @EnumSource
  void everyRowComesBackFromTheMiddleOfABuffer(RowEncoding encoding) throws IOException {
    var codec = RowCodec.of(encoding);
    for (int i = 0; i < 1_000; i++) {
      var bytes = codec.encode(Row.of(7, i));
      var buffer = new byte[bytes.length + 20];
      System.arraycopy(bytes, 0, buffer, 10, bytes.length);

      assertThat(codec.decode(buffer, 10, 10 + bytes.length)).isEqualTo(Row.of(7, i));
    }
  }

  @ParameterizedTest
  @EnumSource
  void noRowIsLargerThanThePlanThinks(RowEncoding encoding) {
    var codec = RowCodec.of(encoding);
    assertThat(
            IntStream.range(0, 100_000)
                .map(i -> codec.encode(Row.of(7, i)).length)
                .max()
                .getAsInt())
        .isLessThanOrEqualTo(new Plan.Row(encoding, false).bytesAtMost());
  }

  @Test
  void cborIsSmallerThanJsonAndThatIsSmallerThanJavaSerialization() {
    var row = Row.of(7, 3);
    assertThat(
            List.of(
                RowCodec.of(RowEncoding.Cbor).encode(row).length,
                RowCodec.of(RowEncoding.Json).encode(row).length,
                RowCodec.of(RowEncoding.JavaSerialization).encode(row).length))
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void theSameSeedGivesTheSameRowsAndAnotherOneOthers() {
    assertThat(Row.of(7, 3)).isEqualTo(Row.of(7, 3));
    assertThat(
            List.of(Row.of(7, 3), Row.of(8, 3), Row.of(7, 4)).stream().map(Row::email).distinct())
        .hasSize(3);
  }

  @Test
  void jsonHasElevenFieldsWithDatesThatPeopleCanRead() {
    assertThat(
            new String(RowCodec.of(RowEncoding.Json).encode(Row.of(7, 3)), StandardCharsets.UTF_8))
        .matches(
            "\\{\"orderId\":3,\"customerId\":[0-9]+,\"quantity\":[0-9]+,\"price\":[0-9.]+,"
                + "\"name\":\"[a-z]+\",\"email\":\"[a-z]+@[a-z]+.example\",\"city\":\"[a-z]+\","
                + "\"remark\":\"[a-z]+\",\"birthday\":\"[-0-9]{10}\",\"deliveryTime\":\"[-0-9]{10}T[0-9:]+\","
                + "\"changeTime\":\"[-0-9]{10}T[0-9:.]+Z\"}");
  }

  @Test
  void nothingButARowIsMadeOfWhatAServerSends() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(new ArrayList<>(List.of("not a row")));
    }
    var sent = bytes.toByteArray();
    var codec = RowCodec.of(RowEncoding.JavaSerialization);

    assertThatThrownBy(() -> codec.decode(sent, 0, sent.length))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("REJECTED");
  }

  @ParameterizedTest
  @EnumSource
  void bytesThatAreNoRowAreAnError(RowEncoding encoding) {
    var codec = RowCodec.of(encoding);
    var bytes = codec.encode(Row.of(7, 3));
    var cut = Arrays.copyOf(bytes, bytes.length / 2);

    assertThatThrownBy(() -> codec.decode(cut, 0, cut.length)).isInstanceOf(IOException.class);
  }
}
