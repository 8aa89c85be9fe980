package io.bayou.http;

/** The server cannot listen on its port. */
public final class PortTakenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PortTakenException(String host, int port, Throwable cause) {
    super(
        "cannot listen on "
            + host
            + ":"
            + port
            + "; another program may use the port: set http.port (0 for any free one), or"
            + " http.enabled=false",
        cause);
  }
}
