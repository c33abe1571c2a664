package dev.laptimer.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.laptimer.api.Documents;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.dsl.HttpMethod;
import io.fabric8.mockwebserver.http.Buffer;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/**
 * An API server in this process that keeps objects and tells of their changes. Beyond fabric8's own
 * it knows server-side apply as far as one manager needs it (an applied status replaces the whole
 * status, over the version that was given; any other object is created or replaced) and has logs.
 * It remembers every request that it granted.
 */
final class FakeApiServer extends KubernetesCrudDispatcher implements AutoCloseable {

  private static final Pattern PATH =
      Pattern.compile(
          "/(?:api/v1|apis/(?<group>[^/]+)/[^/]+)(?:/namespaces/[^/]+)?/(?<resource>[a-z]+)"
              + "(?:/(?<name>[^/]+)(?:/(?<sub>[a-z]+))?)?");

  /** It logs every request; held here, as a logger that nobody holds forgets its level. */
  private static final Logger SERVER_LOG = Logger.getLogger(MockWebServer.class.getName());

  static {
    SERVER_LOG.setLevel(Level.WARNING);
  }

  /** A request, as role-based access control sees it. */
  record Access(String apiGroup, String resource, String verb) {}

  private final KubernetesMockServer server;
  private final Map<String, String> logs = new ConcurrentHashMap<>();
  private final List<Access> accesses = new CopyOnWriteArrayList<>();

  /** Answers in place of the server, where it has something to say. */
  private volatile Predicate<RecordedRequest> forbidden = request -> false;

  FakeApiServer() {
    server =
        new KubernetesMockServer(
            new Context(Documents.json()), new MockWebServer(), new HashMap<>(), this, false);
    server.init();
    try (var client = client()) {
      client
          .load(new FileInputStream("crds/cachebenchmarks.laptimer.dev-v1.yml"))
          .items()
          .forEach(crd -> client.resource(crd).create());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    accesses.clear();
  }

  KubernetesClient client() {
    return server.createClient(
        builder -> builder.withKubernetesSerialization(OperatorCommand.leniently()));
  }

  /** Gives the log of a pod. */
  void log(String pod, String text) {
    logs.put(pod, text);
  }

  /** Refuses requests. */
  void forbid(Predicate<RecordedRequest> requests) {
    forbidden = requests;
  }

  List<Access> accesses() {
    return List.copyOf(accesses);
  }

  long writes() {
    return accesses.stream()
        .filter(access -> !List.of("get", "list", "watch").contains(access.verb()))
        .count();
  }

  @Override
  public MockResponse dispatch(RecordedRequest request) {
    var response = answer(request);
    if (response.code() < 400) {
      access(request).ifPresent(accesses::add);
    }
    return response;
  }

  private MockResponse answer(RecordedRequest request) {
    if (forbidden.test(request)) {
      return status(403, "Forbidden", "is forbidden: exceeded quota: small");
    }
    var path = URI.create(request.getPath()).getPath();
    if (path.endsWith("/log")) {
      var names = path.split("/");
      var log = logs.get(names[names.length - 2]);
      return log == null ? status(404, "NotFound", "no such pod") : response(200, log);
    }
    return super.dispatch(request);
  }

  @Override
  public synchronized MockResponse handlePatch(RecordedRequest request) {
    var type = request.getHeader("Content-Type");
    if (type == null || !type.startsWith("application/apply-patch+yaml")) {
      return super.handlePatch(request);
    }
    try {
      return apply(request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private MockResponse apply(RecordedRequest request) throws IOException {
    var path = URI.create(request.getPath()).getPath();
    boolean isStatus = path.endsWith("/status");
    var object = isStatus ? path.substring(0, path.length() - "/status".length()) : path;
    var intent = (ObjectNode) Documents.yaml().readTree(request.getUtf8Body());
    var found = findResource(getKey(object));
    if (found == null) {
      return isStatus
          ? status(404, "NotFound", "not found")
          : handleCreate(
              as(request, HttpMethod.POST, object.substring(0, object.lastIndexOf('/')), intent));
    }
    var current = (ObjectNode) Documents.json().readTree(found.getValue());
    var version = intent.at("/metadata/resourceVersion");
    if (!version.isMissingNode() && !version.equals(current.at("/metadata/resourceVersion"))) {
      return status(409, "Conflict", "the object has been modified");
    }
    if (isStatus) {
      current.set("status", intent.get("status"));
      return handleUpdate(as(request, HttpMethod.PUT, path, current));
    }
    return handleUpdate(as(request, HttpMethod.PUT, path, intent));
  }

  private static RecordedRequest as(
      RecordedRequest request, HttpMethod method, String path, JsonNode body) {
    return new RecordedRequest(
        request.getHttpVersion(),
        method,
        path,
        request.getHeaders(),
        new Buffer(Serialization.asJson(body).getBytes(StandardCharsets.UTF_8)));
  }

  private static MockResponse status(int code, String reason, String message) {
    return response(
        code,
        Serialization.asJson(
            new StatusBuilder()
                .withCode(code)
                .withReason(reason)
                .withMessage(message)
                .withStatus("Failure")
                .build()));
  }

  private static MockResponse response(int code, String body) {
    return new MockResponse().setResponseCode(code).setBody(body);
  }

  private static Optional<Access> access(RecordedRequest request) {
    var uri = URI.create(request.getPath());
    var matcher = PATH.matcher(uri.getPath());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    var group = matcher.group("group");
    var sub = matcher.group("sub");
    return Optional.of(
        new Access(
            group == null ? "" : group,
            matcher.group("resource") + (sub == null ? "" : "/" + sub),
            verb(request.getMethod(), matcher.group("name"), uri.getQuery())));
  }

  private static String verb(String method, String name, String query) {
    return switch (method) {
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> name == null ? "deletecollection" : "delete";
      default ->
          query != null && query.contains("watch=true") ? "watch" : name == null ? "list" : "get";
    };
  }

  @Override
  public void close() {
    server.destroy();
  }
}
