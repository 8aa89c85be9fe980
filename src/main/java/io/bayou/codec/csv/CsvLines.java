package io.bayou.codec.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** The lines of a text file, plain or gzipped, of which some may be read again. */
final class CsvLines implements Closeable {
  /** Longer lines are cut off here. */
  static final int MAX_LENGTH = 1 << 20;

  private static final int GZIP_MAGIC = 0x8b1f;
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final Reader reader;
  private final char[] buffer = new char[1 << 14];
  private final Deque<String> again = new ArrayDeque<>();
  private int position;
  private int end;
  private long number;

  CsvLines(InputStream in) throws IOException {
    reader = new InputStreamReader(unzipped(new BufferedInputStream(in, 1 << 16)), UTF_8);
    if (fill() && buffer[0] == BYTE_ORDER_MARK) {
      position++;
    }
  }

  private static InputStream unzipped(InputStream in) throws IOException {
    in.mark(2);
    int magic = in.read() | in.read() << 8;
    in.reset();
    return magic == GZIP_MAGIC ? new GZIPInputStream(in, 1 << 16) : in;
  }

  /** The next line without its end, or null after the last one. */
  String next() throws IOException {
    String line = again.isEmpty() ? read() : again.poll();
    if (line != null) {
      number++;
    }
    return line;
  }

  /** Makes the latest lines come again, in this order. */
  void putBack(List<String> lines) {
    for (int i = lines.size() - 1; i >= 0; i--) {
      again.push(lines.get(i));
    }
    number -= lines.size();
  }

  /** Number of the line that came last, from 1. */
  long number() {
    return number;
  }

  private String read() throws IOException {
    StringBuilder line = new StringBuilder();
    boolean any = false;
    while (position < end || fill()) {
      any = true;
      int start = position;
      while (position < end && buffer[position] != '\n' && buffer[position] != '\r') {
        position++;
      }
      line.append(buffer, start, Math.min(position - start, MAX_LENGTH - line.length()));
      if (position < end) {
        endLine();
        return line.toString();
      }
    }
    return any ? line.toString() : null;
  }

  private void endLine() throws IOException {
    boolean carriageReturn = buffer[position++] == '\r';
    if (carriageReturn && (position < end || fill()) && buffer[position] == '\n') {
      position++;
    }
  }

  private boolean fill() throws IOException {
    position = 0;
    end = Math.max(0, reader.read(buffer, 0, buffer.length));
    return end > 0;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
