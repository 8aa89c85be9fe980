package io.bayou.app.offline;

import io.bayou.app.cli.DurationConverter;
import io.bayou.codec.ExampleTable;
import io.bayou.codec.jsonio.JsonObject;
import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How long labels are held back.
 *
 * @param rows how many further rows are answered before the label of a row is known; -1 if the
 *     delay is a time
 * @param millis event time after which the label is known
 */
record Delay(long rows, long millis) {
  /** Reads a number of rows, or a duration. */
  static final class Converter implements ITypeConverter<Delay> {
    @Override
    public Delay convert(String text) {
      if (text.matches("\\d{1,9}")) {
        return new Delay(Long.parseLong(text), 0);
      }
      try {
        return new Delay(-1, new DurationConverter().convert(text).toMillis());
      } catch (TypeConversionException e) {
        throw new TypeConversionException(
            "'" + text + "' is neither a number of rows nor a duration such as 20s or 1h");
      }
    }
  }

  boolean isTime() {
    return rows < 0;
  }

  /** Where the label of a row is known, on the scale of {@link #now}. */
  long due(ExampleTable table, int row) {
    return isTime() ? table.time(row) + millis : row + rows + 1;
  }

  /** Where the evaluation is when a row comes. */
  long now(ExampleTable table, int row) {
    return isTime() ? table.time(row) : row;
  }

  /** Where it is after the last row: time does not go on. */
  long end(ExampleTable table) {
    return isTime() ? Long.MIN_VALUE : table.rows();
  }

  void write(JsonObject json, int notLearned) {
    json.object(
        "delay",
        delay -> {
          if (isTime()) {
            delay.number("millis", millis);
          } else {
            delay.number("rows", rows);
          }
          delay.number("notLearned", notLearned);
        });
  }

  @Override
  public String toString() {
    return isTime()
        ? Duration.ofMillis(millis).toString().substring(2).toLowerCase(Locale.ROOT)
        : rows + " rows";
  }
}
