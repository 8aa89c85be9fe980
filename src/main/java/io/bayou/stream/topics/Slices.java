package io.bayou.stream.topics;

/** How a row is cut into slices that fit into a message. */
public final class Slices {
  /** Well below the 1 MiB that brokers take by default, with room for keys and headers. */
  public static final int MOST_BYTES = 500 << 10;

  private Slices() {}

  /** Takes one slice after the other. */
  public interface Visitor {
    /**
     * @param slices how many there are
     */
    void slice(int slice, int slices, int start, int length);
  }

  /**
   * Cuts a row of so many bytes; an empty one is one slice.
   *
   * @return how many slices there are
   */
  public static int cut(int bytes, Visitor visitor) {
    int slices = Math.max(1, (bytes + MOST_BYTES - 1) / MOST_BYTES);
    for (int slice = 0; slice < slices; slice++) {
      int start = slice * MOST_BYTES;
      visitor.slice(slice, slices, start, Math.min(MOST_BYTES, bytes - start));
    }
    return slices;
  }
}
