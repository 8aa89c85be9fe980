package io.bayou.http;

/** Says that the server cannot listen where it should. */
public final class PortTakenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PortTakenException(String host, int port, Throwable cause) {
    super(
        "nothing can listen on "
            + host
            + ":"
            + port
            + ", another program may do so already; set http.port (0 for any free one), or"
            + " http.enabled=false",
        cause);
  }
}
