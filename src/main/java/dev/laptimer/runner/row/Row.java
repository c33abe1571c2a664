package dev.laptimer.runner.row;

import java.io.Serial;
import java.io.Serializable;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.SplittableRandom;

/** A row of eleven fields as applications keep them in caches: numbers, strings, dates. */
public record Row(
    long orderId,
    int customerId,
    int quantity,
    double price,
    String name,
    String email,
    String city,
    String remark,
    LocalDate birthday,
    LocalDateTime deliveryTime,
    Instant changeTime)
    implements Serializable {

  @Serial private static final long serialVersionUID = 1;

  /** 2026-01-01T00:00:00Z, in seconds of the epoch. */
  private static final long BASE_SECONDS = 1_767_225_600L;

  private static final int SECONDS_OF_A_YEAR = 365 * 24 * 60 * 60;

  /** The row of a key; the same for the same seed and number. */
  public static Row of(long seed, int number) {
    var random = new SplittableRandom(seed * 31 + number);
    var name = word(random, 4, 12);
    return new Row(
        number,
        random.nextInt(1_000_000),
        random.nextInt(1, 100),
        random.nextInt(1_000_000) / 100.0,
        name,
        name + "@" + word(random, 5, 12) + ".example",
        word(random, 4, 16),
        word(random, 20, 60),
        LocalDate.ofEpochDay(random.nextInt(15_000)),
        LocalDateTime.ofEpochSecond(
            BASE_SECONDS + random.nextInt(SECONDS_OF_A_YEAR), 0, ZoneOffset.UTC),
        Instant.ofEpochMilli(BASE_SECONDS * 1000 + random.nextInt()));
  }

  private static String word(SplittableRandom random, int shortest, int longest) {
    int length = random.nextInt(shortest, longest + 1);
    var word = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      word.append((char) ('a' + random.nextInt(26)));
    }
    return word.toString();
  }
}
