package io.bayou.codec.csv;

/** A CSV file cannot be used at all; broken rows are only reported. */
public class CsvException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CsvException(String message) {
    super(message);
  }

  /** The file does not have a required column. */
  public static final class MissingColumn extends CsvException {
    private static final long serialVersionUID = 1L;

    MissingColumn(String message) {
      super(message);
    }
  }
}
