package dev.laptimer.runner.preflight;

import dev.laptimer.client.CacheClient;
import dev.laptimer.client.CacheClient.Key;
import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.Clients;
import dev.laptimer.client.Sockets;
import dev.laptimer.client.TlsContexts;
import dev.laptimer.client.TlsContexts.InvalidTlsFileException;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Feature;
import dev.laptimer.result.Feature.Answer;
import dev.laptimer.result.Feature.Name;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument.Failure;
import dev.laptimer.result.ResultDocument.Preflight;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/**
 * Checks one arm's cache, once: name, port, TLS, protocol, login, version, one key written, read
 * and deleted, bare round trips. Made for one call of {@link #check}.
 */
final class Preflighter {

  /** The key of the check goes by itself should the check break off. */
  private static final int EXPIRY_SECONDS = 60;

  private static final byte[] VALUE = "preflight".getBytes(StandardCharsets.US_ASCII);

  private final Plan.Arm arm;
  private final int expirySeconds;
  private final Key key;
  private String address;
  private String serverVersion;
  private String tlsProtocol;
  private String tlsCipher;
  private Long connectMicros;
  private Long tlsHandshakeMicros;
  private RoundTrips roundTrips;
  private Map<String, String> serverSettings;
  private List<Feature> features;

  Preflighter(Plan plan, Plan.Arm arm) {
    this.arm = arm;
    this.expirySeconds = plan.workload(arm).expirySeconds();
    this.key = Key.of(plan.keyPrefix() + "preflight");
  }

  /** What was found out; a failure has a reason and the server's own words. */
  Preflight check() {
    try {
      tryAll();
      return found(null);
    } catch (CheckFailedException e) {
      return found(
          new Failure(
              e.reason().name(),
              "%s (%s:%d): %s".formatted(arm.name(), arm.host(), arm.port(), e.getMessage())));
    }
  }

  private void tryAll() throws CheckFailedException {
    var errors = new ClientErrors(Basics.credentials(arm));
    var tls = tls();
    address = Basics.address(arm.host());
    try (var socket = connect(tls, errors)) {
      probe(socket, errors);
    } catch (IOException e) {
      throw CheckFailedException.of(e, errors);
    }
    try (var client = Clients.open(arm)) {
      serverVersion = client.serverVersion();
      serverSettings = client.serverSettings();
      try {
        client.prepare(expirySeconds);
        writeReadDelete(client);
        roundTrips = RoundTrips.of(client::ping);
        features = features(client);
      } finally {
        client.deleteAllOfTheRun();
      }
    } catch (RuntimeException e) {
      throw CheckFailedException.of(e, errors);
    }
  }

  private SSLContext tls() throws CheckFailedException {
    try {
      return arm.tls() == null ? null : TlsContexts.of(arm.tls());
    } catch (InvalidTlsFileException e) {
      throw new CheckFailedException(Reason.TlsFailed, e.getMessage());
    }
  }

  private Socket connect(SSLContext tls, ClientErrors errors) throws CheckFailedException {
    try {
      long start = System.nanoTime();
      var socket = Sockets.connect(arm);
      if (tls == null) {
        connectMicros = micros(System.nanoTime() - start);
        return socket;
      }
      long connected = System.nanoTime();
      connectMicros = micros(connected - start);
      var secure = secure(socket, tls, errors);
      tlsHandshakeMicros = micros(System.nanoTime() - connected);
      tlsProtocol = secure.getSession().getProtocol();
      tlsCipher = secure.getSession().getCipherSuite();
      return secure;
    } catch (IOException e) {
      throw CheckFailedException.of(e, errors);
    }
  }

  private SSLSocket secure(Socket socket, SSLContext tls, ClientErrors errors)
      throws IOException, CheckFailedException {
    try {
      return Sockets.secure(socket, arm, tls);
    } catch (SocketTimeoutException e) {
      throw new CheckFailedException(
          Reason.ProtocolMismatch,
          "the port does not answer a TLS greeting within %d s; is it one for plain TCP?"
              .formatted(Clients.TIMEOUT.toSeconds()));
    }
  }

  private void probe(Socket socket, ClientErrors errors) throws CheckFailedException {
    var probe = ProtocolProbe.of(arm);
    var answer = new byte[256];
    int length;
    try {
      socket.getOutputStream().write(probe.question());
      length = socket.getInputStream().read(answer);
    } catch (SSLException e) {
      throw new CheckFailedException(ClientErrors.reason(e), errors.text(e) + hint());
    } catch (SocketTimeoutException e) {
      throw new CheckFailedException(
          Reason.ProtocolMismatch,
          "the port is open, but nothing answers %s within %d s%s"
              .formatted(probe.protocol(), Clients.TIMEOUT.toSeconds(), hint()));
    } catch (IOException e) {
      length = -1;
    }
    if (length < 0) {
      throw new CheckFailedException(
          arm.tls() == null ? Reason.ProtocolMismatch : Reason.TlsFailed,
          "the server closed the connection when it was asked in %s%s"
              .formatted(probe.protocol(), hint()));
    }
    var begin = Arrays.copyOf(answer, length);
    if (!probe.fits(begin)) {
      throw new CheckFailedException(
          Reason.ProtocolMismatch,
          "the server does not speak %s, it answered '%s'"
              .formatted(probe.protocol(), errors.scrubbed(ProtocolProbe.shown(begin))));
    }
  }

  /** What a server that says nothing may want. */
  private String hint() {
    var wants = new ArrayList<String>();
    if (arm.tls() == null) {
      wants.add("TLS");
    } else if (arm.tls().certificateDir() == null) {
      wants.add("a certificate of the client");
    } else {
      wants.add("another certificate of the client");
    }
    if (arm.credentialsDir() == null) {
      wants.add("a login");
    }
    return "; does it want " + String.join(", or ", wants) + "?";
  }

  private void writeReadDelete(CacheClient client) throws CheckFailedException {
    client.set(key, VALUE, EXPIRY_SECONDS);
    var read = client.get(key);
    if (!Arrays.equals(read, VALUE)) {
      throw new CheckFailedException(
          Reason.CommandRefused,
          read == null
              ? "the key that was written was not there when it was read"
              : "the value that was read was not the one that was written");
    }
    if (!client.delete(key)) {
      throw new CheckFailedException(
          Reason.CommandRefused, "the key that was read was not there when it was deleted");
    }
  }

  /** What the client finds out, and what this connection shows. */
  private List<Feature> features(CacheClient client) {
    var known = new EnumMap<Name, Feature>(Name.class);
    client.features(key).forEach(feature -> known.put(feature.name(), feature));
    known.put(
        Name.Login,
        arm.credentialsDir() == null
            ? Feature.of(Name.Login, Answer.Off, "this connection needs none")
            : Feature.of(Name.Login, Answer.Yes, "this connection has logged in"));
    if (tlsProtocol != null) {
      known.put(Name.Tls, Feature.yes(Name.Tls, tlsProtocol, "this connection has it"));
    }
    known.putIfAbsent(
        Name.Tls, Feature.of(Name.Tls, Answer.Unknown, "this connection is plain TCP"));
    return List.copyOf(known.values());
  }

  private static long micros(long nanos) {
    return TimeUnit.NANOSECONDS.toMicros(nanos);
  }

  private Preflight found(Failure failure) {
    return new Preflight(
        arm.name(),
        address,
        serverVersion,
        tlsProtocol,
        tlsCipher,
        connectMicros,
        roundTrips == null ? null : roundTrips.p50Micros(),
        roundTrips == null ? null : roundTrips.p99Micros(),
        serverSettings,
        failure,
        tlsHandshakeMicros,
        features);
  }
}
