package dev.laptimer.operator.run;

import dev.laptimer.api.Documents;
import dev.laptimer.result.ResultDocument;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** How a result document is kept: plain for people as long as it is small, else compressed. */
final class ResultConfigMaps {

  static final String KEY = "result.json";
  static final String COMPRESSED_KEY = "result.json.gz";

  /** Half of what a ConfigMap holds. */
  static final int MAX_PLAIN_BYTES = 512 * 1024;

  private ResultConfigMaps() {}

  static ConfigMap of(ObjectMeta metadata, ResultDocument document) {
    var json = Documents.toJson(document);
    var bytes = json.getBytes(StandardCharsets.UTF_8);
    var configMap = new ConfigMapBuilder().withMetadata(metadata);
    return bytes.length <= MAX_PLAIN_BYTES
        ? configMap.addToData(KEY, json).build()
        : configMap
            .addToBinaryData(COMPRESSED_KEY, Base64.getEncoder().encodeToString(gzip(bytes)))
            .build();
  }

  /** The document; empty if the ConfigMap does not hold one that can be read. */
  static Optional<ResultDocument> read(ConfigMap configMap) {
    try {
      return json(configMap).map(json -> Documents.fromJson(json, ResultDocument.class));
    } catch (UncheckedIOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> json(ConfigMap configMap) {
    if (configMap.getData() != null && configMap.getData().containsKey(KEY)) {
      return Optional.of(configMap.getData().get(KEY));
    }
    if (configMap.getBinaryData() != null
        && configMap.getBinaryData().containsKey(COMPRESSED_KEY)) {
      var bytes = Base64.getDecoder().decode(configMap.getBinaryData().get(COMPRESSED_KEY));
      return Optional.of(new String(gunzip(bytes), StandardCharsets.UTF_8));
    }
    return Optional.empty();
  }

  private static byte[] gzip(byte[] bytes) {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static byte[] gunzip(byte[] bytes) {
    try (var gzip = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return gzip.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
