package io.bayou.codec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The lines of a file as bytes, plain or gzipped; blank ones are passed over. */
public final class Lines implements AutoCloseable {
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final InputStream in;
  private long number;
  private boolean ended;

  public Lines(InputStream file) throws IOException {
    in = Gzip.unzipped(file);
    in.mark(BYTE_ORDER_MARK.length);
    if (!Arrays.equals(in.readNBytes(BYTE_ORDER_MARK.length), BYTE_ORDER_MARK)) {
      in.reset();
    }
  }

  /** The next line that is not blank, without its end; null after the last one. */
  public byte[] next() throws IOException {
    while (!ended) {
      byte[] line = read();
      if (!isBlank(line)) {
        return line;
      }
    }
    return null;
  }

  /** The number of the latest line, from 1. */
  public long number() {
    return number;
  }

  private byte[] read() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    int b = in.read();
    while (b >= 0 && b != '\n') {
      line.write(b);
      b = in.read();
    }
    ended = b < 0;
    number++;
    byte[] bytes = line.toByteArray();
    boolean carriageReturn = bytes.length > 0 && bytes[bytes.length - 1] == '\r';
    return carriageReturn ? Arrays.copyOf(bytes, bytes.length - 1) : bytes;
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\t') {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
