package io.bayou.codec.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvReader.CsvReaderBuilder;
import io.bayou.codec.ExampleTable;
import io.bayou.codec.Gzip;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The records of a CSV file (RFC 4180), plain or gzipped, without blank lines. A broken record
 * costs its first line, not the rest of the file.
 */
final class CsvRecords implements Closeable {
  /* A parser over the whole file cannot continue after a broken quote: it stops, or reads
   * everything up to the next quote as one field. So the lines of a record are collected here, and
   * the parser sees one record at a time. */
  private static final CsvReaderBuilder PARSER = CsvReader.builder();
  private static final int MAX_LENGTH = 1 << 20;
  private static final String BYTE_ORDER_MARK = "\uFEFF";
  private static final char REPLACEMENT = '\uFFFD';

  private final BufferedReader reader;
  private final ExampleTable.Problems problems;
  private final Deque<String> pushedBack = new ArrayDeque<>();
  private final List<String> lines = new ArrayList<>();
  private boolean isQuoteOpen;
  private long lineNumber;
  private long firstLine;
  private int broken;

  CsvRecords(InputStream in, ExampleTable.Problems problems) throws IOException {
    reader = new BufferedReader(new InputStreamReader(Gzip.unzipped(in), UTF_8), 1 << 16);
    this.problems = problems;
    String first = reader.readLine();
    if (first != null) {
      pushedBack.push(first.startsWith(BYTE_ORDER_MARK) ? first.substring(1) : first);
    }
  }

  /** The fields of the next record that is not broken, or null after the last one. */
  List<String> next() throws IOException {
    while (collectLines()) {
      String text = String.join("\n", lines);
      if (isQuoteOpen) {
        discard("a quote is opened here and never closed");
      } else if (text.length() >= MAX_LENGTH) {
        discard("longer than " + MAX_LENGTH + " characters");
      } else if (text.indexOf(REPLACEMENT) >= 0) {
        discard("not valid UTF-8");
      } else {
        try {
          return PARSER.ofSingleCsvRecord(text).getFields();
        } catch (CsvParseException e) {
          discard("text after a closing quote; double the quotes inside a quoted field");
        }
      }
    }
    return null;
  }

  /**
   * The fields of the header row.
   *
   * @throws CsvException if there is none, or it is broken
   */
  List<String> header() throws IOException {
    List<String> header = next();
    if (header == null) {
      throw new CsvException("empty; a header row and one row per example are needed");
    }
    if (broken > 0) {
      throw new CsvException("the header row is broken");
    }
    return header;
  }

  /** Reports the latest record as broken. */
  void reject(String reason) {
    broken++;
    problems.broken(firstLine, reason);
  }

  /** How many records were broken. */
  int broken() {
    return broken;
  }

  /** Collects the lines of the next record: several if a quoted field has line breaks. */
  private boolean collectLines() throws IOException {
    lines.clear();
    isQuoteOpen = false;
    String line = nextLine();
    while (line != null && line.isEmpty()) {
      line = nextLine();
    }
    firstLine = lineNumber;
    int length = 0;
    while (line != null) {
      lines.add(line);
      length += line.length() + 1;
      scanQuotes(line);
      line = isQuoteOpen && length < MAX_LENGTH ? nextLine() : null;
    }
    return !lines.isEmpty();
  }

  private String nextLine() throws IOException {
    String line = pushedBack.isEmpty() ? reader.readLine() : pushedBack.pop();
    lineNumber += line == null ? 0 : 1;
    return line;
  }

  private void discard(String reason) {
    for (int i = lines.size() - 1; i > 0; i--) {
      pushedBack.push(lines.get(i));
      lineNumber--;
    }
    reject(reason);
  }

  /** Finds out whether the next line of the record ends inside a quoted field. */
  private void scanQuotes(String line) {
    boolean isFieldStart = !isQuoteOpen;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (!isQuoteOpen) {
        isQuoteOpen = isFieldStart && c == '"';
        isFieldStart = c == ',';
      } else if (line.startsWith("\"\"", i)) {
        i++;
      } else {
        isQuoteOpen = c != '"';
      }
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
