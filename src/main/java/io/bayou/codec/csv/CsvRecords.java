package io.bayou.codec.csv;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvReader.CsvReaderBuilder;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of a CSV text (RFC 4180), blank lines left out. A broken record costs its first line,
 * not the rest of the file.
 */
final class CsvRecords implements Closeable {
  /* A parser over the whole file cannot go on after a broken quote: it stops, or takes everything
   * up to the next quote for one field. So the lines of a record are gathered here, and the parser
   * sees one record at a time. */
  private static final CsvReaderBuilder PARSER = CsvReader.builder();
  private static final char REPLACEMENT = '\uFFFD';

  private final CsvLines lines;
  private final CsvTable.Problems problems;
  private final List<String> gathered = new ArrayList<>();
  private final QuoteScanner quotes = new QuoteScanner();
  private long firstLine;

  CsvRecords(InputStream in, CsvTable.Problems problems) throws IOException {
    this.lines = new CsvLines(in);
    this.problems = problems;
  }

  /** The fields of the next record that is not broken, or null after the last one. */
  List<String> next() throws IOException {
    while (gather()) {
      String text = String.join("\n", gathered);
      if (quotes.isOpen()) {
        giveUp("a quote is opened here and never closed");
      } else if (text.length() >= CsvLines.MAX_LENGTH) {
        giveUp("longer than " + CsvLines.MAX_LENGTH + " characters");
      } else if (text.indexOf(REPLACEMENT) >= 0) {
        giveUp("not valid UTF-8");
      } else {
        try {
          return PARSER.ofSingleCsvRecord(text).getFields();
        } catch (CsvParseException e) {
          giveUp("text after a closing quote; double the quotes inside a quoted field");
        }
      }
    }
    return null;
  }

  /** The line on which the latest record begins. */
  long line() {
    return firstLine;
  }

  /** Gathers the lines of the next record; more than one if a quoted field has line breaks. */
  private boolean gather() throws IOException {
    gathered.clear();
    quotes.reset();
    String line = lines.next();
    while (line != null && line.isEmpty()) {
      line = lines.next();
    }
    firstLine = lines.number();
    int length = 0;
    while (line != null) {
      gathered.add(line);
      length += line.length() + 1;
      quotes.scan(line);
      line = quotes.isOpen() && length < CsvLines.MAX_LENGTH ? lines.next() : null;
    }
    return !gathered.isEmpty();
  }

  private void giveUp(String reason) {
    lines.putBack(gathered.subList(1, gathered.size()));
    problems.broken(firstLine, reason);
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  /** Knows whether a record ends inside a quoted field. */
  private static final class QuoteScanner {
    private boolean open;

    void reset() {
      open = false;
    }

    boolean isOpen() {
      return open;
    }

    /** Reads on in the next line of the record. */
    void scan(String line) {
      boolean fieldBegins = !open;
      for (int i = 0; i < line.length(); i++) {
        char c = line.charAt(i);
        if (open) {
          open = c != '"' || isDoubled(line, i);
          i += c == '"' && open ? 1 : 0;
        } else {
          open = fieldBegins && c == '"';
          fieldBegins = c == ',';
        }
      }
    }

    private static boolean isDoubled(String line, int i) {
      return i + 1 < line.length() && line.charAt(i + 1) == '"';
    }
  }
}
