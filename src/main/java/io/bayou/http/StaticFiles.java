package io.bayou.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The files of the dashboard, from the class path. Browsers cache them but revalidate on each
 * request, so a new version shows at once. Javalin's own handler would tag a file by its size and
 * time, which two builds may share.
 */
final class StaticFiles {
  private static final String ROOT = "/web/";

  /* Only names like those of our files: no dots except before extensions. */
  private static final Pattern NAME =
      Pattern.compile("([a-z0-9_-]{1,40}/){0,3}[a-z0-9_-]{1,60}(\\.[a-z0-9_-]{1,20}){1,3}");

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "txt", "text/plain; charset=utf-8");

  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  private record StaticFile(byte[] content, String type, String tag) {}

  /* Only files that exist get in here. */
  private final Map<String, StaticFile> files = new ConcurrentHashMap<>();

  /**
   * Serves the file of a path, or the first page for {@code /}.
   *
   * @throws Problem if there is none
   */
  void serve(Context context) {
    String path = context.path().equals("/") ? "index.html" : context.path().substring(1);
    StaticFile file =
        find(path).orElseThrow(() -> Problem.notFound("there is nothing here; see /openapi.json"));
    context.header("Cache-Control", "no-cache");
    context.header("ETag", file.tag());
    if (file.tag().equals(context.header("If-None-Match"))) {
      context.status(304);
    } else {
      context.contentType(file.type());
      context.result(file.content());
    }
  }

  private Optional<StaticFile> find(String name) {
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    if (type == null || !NAME.matcher(name).matches()) {
      return Optional.empty();
    }
    StaticFile known = files.get(name);
    if (known != null) {
      return Optional.of(known);
    }
    Optional<StaticFile> found =
        resource(ROOT + name).map(content -> new StaticFile(content, type, tag(content)));
    found.ifPresent(file -> files.put(name, file));
    return found;
  }

  static Optional<byte[]> resource(String name) {
    try (InputStream in = StaticFiles.class.getResourceAsStream(name)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String tag(byte[] content) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      return '"' + HexFormat.of().formatHex(digest, 0, 12) + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
