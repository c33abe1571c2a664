package dev.laptimer.runner.row;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.MapperBuilder;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.laptimer.api.RowEncoding;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** Makes rows bytes and bytes rows. May be used by several threads. */
public sealed interface RowCodec {

  static RowCodec of(RowEncoding encoding) {
    return switch (encoding) {
      case Json -> new Jackson(mapper(JsonMapper.builder()));
      case Cbor -> new Jackson(mapper(CBORMapper.builder()));
      case JavaSerialization -> new Java();
    };
  }

  byte[] encode(Row row);

  /**
   * The row of bytes from {@code from} to before {@code to}.
   *
   * @throws IOException if they are none
   */
  Row decode(byte[] bytes, int from, int to) throws IOException;

  private static ObjectMapper mapper(MapperBuilder<?, ?> builder) {
    return builder
        .addModule(new JavaTimeModule())
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .build();
  }

  /** Jackson, whatever the format. */
  record Jackson(ObjectWriter writer, ObjectReader reader) implements RowCodec {

    private Jackson(ObjectMapper mapper) {
      this(mapper.writerFor(Row.class), mapper.readerFor(Row.class));
    }

    @Override
    public byte[] encode(Row row) {
      try {
        return writer.writeValueAsBytes(row);
      } catch (IOException e) {
        throw new IllegalStateException("a row cannot be serialized", e);
      }
    }

    @Override
    public Row decode(byte[] bytes, int from, int to) throws IOException {
      return reader.readValue(bytes, from, to - from);
    }
  }

  /** What the Java runtime has. */
  record Java() implements RowCodec {

    /** A server may be somebody else's: nothing but a row is made of what it sends. */
    private static final ObjectInputFilter ROWS_ONLY =
        ObjectInputFilter.Config.createFilter(
            "maxdepth=3;maxrefs=50;maxbytes=10000;dev.laptimer.runner.row.Row;java.time.*;!*");

    @Override
    public byte[] encode(Row row) {
      var bytes = new ByteArrayOutputStream(512);
      try (var out = new ObjectOutputStream(bytes)) {
        out.writeObject(row);
      } catch (IOException e) {
        throw new IllegalStateException("a row cannot be serialized", e);
      }
      return bytes.toByteArray();
    }

    @Override
    public Row decode(byte[] bytes, int from, int to) throws IOException {
      try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes, from, to - from))) {
        in.setObjectInputFilter(ROWS_ONLY);
        return (Row) in.readObject();
      } catch (ClassNotFoundException | ClassCastException e) {
        throw new IOException("not a row", e);
      }
    }
  }
}
