package dev.laptimer.client;

import dev.laptimer.api.ClientName;
import dev.laptimer.api.ExpiryMethod;
import dev.laptimer.result.Feature;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * One connection to a server through one driver library, or several that one thread drives. It is
 * used by one thread at a time.
 *
 * <p>{@link #pipe} gives what is timed, by default {@link #set}, {@link #get} and {@link #delete},
 * one after the other: an implementation adds nothing to what its library does for such a call in
 * an application. Every method throws what its library throws, a {@link RuntimeException}; {@link
 * ClientErrors} names it.
 */
public interface CacheClient extends AutoCloseable {

  /**
   * Stores a value and waits until the server has confirmed it.
   *
   * @param expirySeconds time to live, given with the write; 0 for none
   */
  void set(Key key, byte[] value, int expirySeconds);

  /**
   * The same with the time to live given in another way; for clients that specs may ask for it.
   *
   * @throws IllegalArgumentException if the client has no such way
   */
  default void set(Key key, byte[] value, int expirySeconds, ExpiryMethod method) {
    if (method != ExpiryMethod.WithSet) {
      throw new IllegalArgumentException("no expiry by " + method + " with this client");
    }
    set(key, value, expirySeconds);
  }

  /** Reads a value; null if the key is not there. */
  byte[] get(Key key);

  /** Deletes a key; false if it was not there. */
  boolean delete(Key key);

  /**
   * Deletes keys as fast as the library can, many at a time; keys that are not there are fine. Not
   * timed: this tidies up.
   */
  void deleteAll(List<Key> keys);

  /** One bare round trip that touches no key. */
  void ping();

  /**
   * How long the server will keep a key, in its own words: -1 for ever, -2 if it is not there;
   * empty where it cannot be asked. Not timed.
   */
  default OptionalLong timeToLiveSeconds(Key key) {
    return OptionalLong.empty();
  }

  /** The server's version in its own words. */
  String serverVersion();

  /**
   * Settings of the server that matter for its speed, by its own names; empty where it does not
   * say.
   */
  Map<String, String> serverSettings();

  /**
   * Counters of the server (commands, evictions, expirations, ...), by its own names; empty where
   * it does not say.
   */
  Map<String, Long> serverCounters();

  /**
   * Deletes everything that the server holds. Only ever called on servers that were started for the
   * run.
   */
  void flush();

  /**
   * How the timed loop drives this client.
   *
   * @param depth most operations that are to be on their way together on a connection; a client
   *     that cannot pipeline does them one after the other, and specs that ask for it are refused
   */
  default Pipe pipe(int depth) {
    return new BlockingPipe(this);
  }

  /**
   * Makes at the server what keys need before the first is set, where they need something: for
   * MongoDB the run's collection. Not timed; done again it does nothing.
   *
   * @param expirySeconds time to live of the keys; 0 for none
   * @throws RefusedException if the server cannot have keys expire, with what to ask for instead
   */
  default void prepare(int expirySeconds) {}

  /**
   * Deletes all that the run wrote, at once, where it has a place of its own at the server; not
   * timed.
   *
   * @return false if it has none, so that each key has to be named
   */
  default boolean deleteAllOfTheRun() {
    return false;
  }

  /**
   * What the server can do, as far as it says so or a try shows it; after {@link #prepare}. Not
   * timed.
   *
   * @param key of the run's own that may be set for it, and is deleted
   */
  List<Feature> features(Key key);

  /**
   * The same where values are members of sets, for clients that specs may ask for it.
   *
   * @throws IllegalArgumentException if the client has no such way
   */
  default Pipe membersPipe(int depth) {
    throw new IllegalArgumentException("no members of sets with this client");
  }

  @Override
  void close();

  /**
   * A key in the form that a library takes, made before the clock starts. The other form is made
   * when it is asked for, as a million keys in both would take twice the memory.
   *
   * @param text ASCII; null if it is kept as bytes
   * @param bytes the same; null if it is kept as text
   */
  record Key(String text, byte[] bytes) {

    /** In both forms. */
    public static Key of(String text) {
      return new Key(text, text.getBytes(StandardCharsets.US_ASCII));
    }

    /** In the form that a client takes. */
    public static Key of(String text, ClientName client) {
      return client.takesTextKeys()
          ? new Key(text, null)
          : new Key(null, text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public String text() {
      return text == null ? new String(bytes, StandardCharsets.US_ASCII) : text;
    }

    @Override
    public byte[] bytes() {
      return bytes == null ? text.getBytes(StandardCharsets.US_ASCII) : bytes;
    }
  }
}
