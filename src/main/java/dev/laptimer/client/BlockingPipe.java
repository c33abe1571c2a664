package dev.laptimer.client;

/** Drives a client that waits for each answer. */
final class BlockingPipe implements Pipe {

  private final CacheClient client;
  private Batch sent;

  BlockingPipe(CacheClient client) {
    this.client = client;
  }

  @Override
  public int connections() {
    return 1;
  }

  @Override
  public void send(Batch batch) {
    sent = batch;
  }

  @Override
  public Batch await() {
    for (int i = 0; i < sent.size(); i++) {
      try {
        sent.answered(i, outcome(i));
      } catch (RuntimeException e) {
        sent.failed(i, e);
      }
    }
    return sent;
  }

  private Outcome outcome(int i) {
    var key = sent.key(i);
    return switch (sent.operation(i)) {
      case Set -> {
        client.set(key, sent.value(i), sent.expirySeconds(), sent.expiryMethod());
        yield Outcome.Done;
      }
      case Get -> sent.read(i, client.get(key));
      case Delete -> client.delete(key) ? Outcome.Done : Outcome.Miss;
    };
  }
}
