package io.bayou.http;

import io.bayou.config.HttpConfig;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * By which names a client may call the server. A page of a stranger can point a name of its own at
 * this machine and so get round the browser's rules (DNS rebinding); it cannot do so with localhost
 * or with a plain address.
 */
final class AllowedHosts {
  private static final Pattern ADDRESS =
      Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.]{2,45}]");

  private final Set<String> names = new TreeSet<>(Set.of("localhost"));

  AllowedHosts(HttpConfig config) {
    names.add(config.host().toLowerCase(Locale.ROOT));
    config.allowedHosts().forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
  }

  /**
   * Whether a Host header names this server.
   *
   * @param header as the client sent it, with a port or without, or null
   */
  boolean allows(String header) {
    if (header == null) {
      return false;
    }
    String host = header.replaceFirst(":\\d{0,5}$", "").toLowerCase(Locale.ROOT);
    return names.contains(host) || ADDRESS.matcher(host).matches();
  }
}
