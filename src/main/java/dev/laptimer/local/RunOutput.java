package dev.laptimer.local;

import com.fasterxml.jackson.databind.ObjectWriter;
import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.Documents;
import dev.laptimer.result.ResultDocument;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folder that a run leaves: {@code result.json}, {@code status.yaml}, the page {@value #PAGE},
 * and a log for each server.
 */
record RunOutput(Path folder) {

  /** Name of the page for people. */
  static final String PAGE = "report.html";

  private static final String RESULT = "result.json";
  private static final String STATUS = "status.yaml";

  /**
   * Makes the folder.
   *
   * @throws UsageException if it has the result of another run, which is not overwritten, or cannot
   *     be written to
   */
  static RunOutput create(Path folder) {
    if (Files.exists(folder.resolve(RESULT)) || Files.exists(folder.resolve(STATUS))) {
      throw new UsageException(
          folder + " has the result of another run; give another folder by --output DIR");
    }
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new UsageException(folder + " is not a folder; give one by --output DIR");
    }
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UsageException(
          "the folder %s cannot be made (%s); give another one by --output DIR"
              .formatted(folder, words(e)));
    }
    if (!Files.isWritable(folder)) {
      throw new UsageException(
          folder + " cannot be written to; give another folder by --output DIR");
    }
    return new RunOutput(folder);
  }

  void write(ResultDocument document) throws IOException {
    write(RESULT, Documents.json().writerWithDefaultPrettyPrinter(), document);
  }

  void write(BenchmarkStatus status) throws IOException {
    write(STATUS, Documents.yaml().writer(), status);
  }

  /** The page for people. */
  void writePage(String html) throws IOException {
    Files.writeString(folder.resolve(PAGE), html);
  }

  /** What went wrong; the exceptions of files have only the file's name as their message. */
  static String words(IOException error) {
    return error instanceof AccessDeniedException ? "permission denied" : error.toString();
  }

  private void write(String name, ObjectWriter writer, Object document) throws IOException {
    Files.writeString(folder.resolve(name), writer.writeValueAsString(document) + "\n");
  }
}
