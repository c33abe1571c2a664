package dev.laptimer.client.raw;

import dev.laptimer.client.Batch;

/**
 * Requests and replies of a protocol, from and to bytes. Makes no object for an operation that goes
 * well.
 */
interface Codec {

  /** Most bytes of a request beside its key and its value. */
  int REQUEST_OVERHEAD_BYTES = 96;

  /** What a reply that cannot be understood yet, or ever, gives in place of its end. */
  int INCOMPLETE = -1;

  /**
   * Writes the request of the i-th operation.
   *
   * @param out has room for key, value and {@link #REQUEST_OVERHEAD_BYTES} from {@code at}
   * @return where it ends
   */
  int write(Batch batch, int i, byte[] out, int at);

  /**
   * Reads the reply to the i-th operation and gives it its outcome.
   *
   * @return where the reply ends, or {@link #INCOMPLETE}
   * @throws NotTheProtocolException if the bytes are no reply to such an operation
   */
  int read(Batch batch, int i, byte[] in, int from, int to);

  /** The connection is of no more use: where the next reply begins is not known. */
  final class NotTheProtocolException extends RuntimeException {
    NotTheProtocolException(String message) {
      super(message);
    }
  }
}
