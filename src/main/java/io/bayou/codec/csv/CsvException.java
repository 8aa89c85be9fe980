package io.bayou.codec.csv;

/** A CSV file that cannot be used at all; a broken row is only reported. */
public class CsvException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CsvException(String message) {
    super(message);
  }

  /** A column was asked for that the file does not have. */
  public static final class MissingColumn extends CsvException {
    private static final long serialVersionUID = 1L;

    MissingColumn(String message) {
      super(message);
    }
  }
}
