package dev.laptimer.operator.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is worth remembering for a while. */
final class Bounded {

  private Bounded() {}

  /** A map, for several threads, that forgets its oldest key when it has more than so many. */
  static <K, V> Map<K, V> map(int maxSize) {
    return Collections.synchronizedMap(
        new LinkedHashMap<>() {
          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > maxSize;
          }
        });
  }
}
