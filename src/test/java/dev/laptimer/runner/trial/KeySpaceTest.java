package dev.laptimer.runner.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.laptimer.api.ClientName;
import dev.laptimer.api.KeyForm;
import dev.laptimer.client.CacheClient.Key;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeySpaceTest {

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "26, 1",
    "676, 2",
    "17576, 3",
    "10001, 10",
    "100000, 4",
    "50000, 13",
    "50000, 14",
    "1000, 200"
  })
  void keysAreDistinctPrefixedLettersOfTheLengthAskedFor(int count, int length) {
    var keys =
        new KeySpace("lt:0badcafe:", 7, count, length, KeyForm.Letters).keys(ClientName.Jedis);

    assertThat(Arrays.stream(keys).map(Key::text).collect(Collectors.toSet()))
        .hasSize(count)
        .allMatch(key -> key.matches("lt:0badcafe:[a-z]{" + length + "}"));
  }

  @Test
  void theSameSeedGivesTheSameKeysAndAnotherOneOthers() {
    assertThat(new KeySpace("p", 7, 1_000, 10, KeyForm.Letters).keys(ClientName.Jedis)[999].text())
        .isEqualTo(new KeySpace("p", 7, 1_000, 10, KeyForm.Letters).key(999).text())
        .isNotEqualTo(new KeySpace("p", 8, 1_000, 10, KeyForm.Letters).key(999).text());
  }

  @Test
  void everyLetterIsAboutAsFrequentAtEveryPlace() {
    var keys = new KeySpace("", 1, 26_000, 15, KeyForm.Letters).keys(ClientName.Jedis);

    for (int place = 0; place < 15; place++) {
      var frequencies = new int[26];
      for (var key : keys) {
        frequencies[key.text().charAt(place) - 'a']++;
      }
      // Six standard deviations around 1,000 of each
      assertThat(IntStream.of(frequencies))
          .as("place " + place)
          .allMatch(count -> Math.abs(count - 1_000) < 190);
    }
  }

  @Test
  void moreKeysThanLettersGiveAreRefused() {
    assertThatThrownBy(() -> new KeySpace("p", 7, 27, 1, KeyForm.Letters))
        .hasMessage("1 letters give 26 distinct keys, not 27");
  }

  @Test
  void textAndBytesAreTheSame() {
    var keys = new KeySpace("lt:", 7, 10, 10, KeyForm.Letters);

    assertThat(
            Stream.of(
                keys.key(3), keys.keys(ClientName.Jedis)[3], keys.keys(ClientName.Spymemcached)[3]))
        .extracting(Key::text, key -> new String(key.bytes()))
        .containsOnly(tuple(keys.key(3).text(), keys.key(3).text()));
  }

  @Test
  void keysMayBeAnMd5AndANumberAfterThePrefix() {
    var keys =
        new KeySpace("lt:0badcafe:", 7, 1_000, 35, KeyForm.Md5Numbered).keys(ClientName.Xmemcached);

    assertThat(IntStream.range(0, 1_000))
        .allMatch(i -> keys[i].text().matches("lt:0badcafe:[0-9a-f]{32}" + i));
    assertThat(Stream.of(keys).map(key -> key.text().substring(12, 44)).distinct()).hasSize(1_000);
    assertThat(keys[3].text())
        .isEqualTo(new KeySpace("lt:0badcafe:", 7, 9, 33, KeyForm.Md5Numbered).key(3).text())
        .isNotEqualTo(new KeySpace("lt:0badcafe:", 8, 9, 33, KeyForm.Md5Numbered).key(3).text());
  }
}
