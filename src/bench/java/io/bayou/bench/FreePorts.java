package io.bayou.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports on loopback that nobody listens on. */
public final class FreePorts {
  private FreePorts() {}

  /** Finds so many different ones. */
  public static int[] find(int count) {
    int[] ports = new int[count];
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        sockets.add(socket); // held, so that the next one is another
        ports[i] = socket.getLocalPort();
      }
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot find a free port", e);
    }
    return ports;
  }
}
