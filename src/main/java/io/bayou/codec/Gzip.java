package io.bayou.codec;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** Opens files that may be compressed. */
public final class Gzip {
  private static final int MAGIC = 0x8b1f;
  private static final int BUFFER_BYTES = 1 << 16;

  private Gzip() {}

  /** The content of a stream, whether it is gzipped or not: its first bytes tell. */
  public static InputStream unzipped(InputStream file) throws IOException {
    InputStream in = new BufferedInputStream(file, BUFFER_BYTES);
    in.mark(2);
    int magic = in.read() | in.read() << 8;
    in.reset();
    return magic == MAGIC
        ? new BufferedInputStream(new GZIPInputStream(in, BUFFER_BYTES), BUFFER_BYTES)
        : in;
  }
}
