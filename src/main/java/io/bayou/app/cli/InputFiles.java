package io.bayou.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.ExampleTable;
import io.bayou.codec.csv.CsvException;
import io.bayou.codec.csv.CsvLayout;
import io.bayou.codec.csv.CsvTable;
import io.bayou.codec.state.ModelFile;
import io.bayou.model.FeatureNames;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Opens the files that a command line names; a file that cannot be used fails with one line. */
public final class InputFiles {
  /** As the name of a file: what is piped into the command. */
  public static final Path STANDARD_INPUT = Path.of("-");

  private static final int BROKEN_ROWS_SHOWN = 5;

  private static final Pattern JSON_LINES = Pattern.compile("(?i).*\\.(jsonl|ndjson)(\\.gz)?");

  private InputFiles() {}

  /** As {@link #tableOrEmpty}, but fails if there is no row. */
  public static CsvTable table(
      Path file, CsvLayout layout, FeatureNames names, CommandLine command) {
    require(file, command);
    return table(file, Files::newInputStream, layout, names, command);
  }

  /** As {@link #table}, from standard input, which is read to its end. */
  public static CsvTable tableOfStandardInput(
      CsvLayout layout, FeatureNames names, CommandLine command) {
    return table(STANDARD_INPUT, input -> System.in, layout, names, command);
  }

  private static CsvTable table(
      Path file, Opener opener, CsvLayout layout, FeatureNames names, CommandLine command) {
    CsvTable table =
        read(file, opener, command, (in, problems) -> CsvTable.read(in, layout, names, problems));
    if (table.rows() == 0) {
      throw new CommandFailed("cannot use " + file + ": there is no row below the header");
    }
    return table;
  }

  /** Reads a table; broken rows are reported on stderr, the first ones one by one. */
  public static CsvTable tableOrEmpty(
      Path file, CsvLayout layout, FeatureNames names, CommandLine command) {
    return read(file, command, (in, problems) -> CsvTable.read(in, layout, names, problems));
  }

  /** The columns of a CSV file. */
  public static List<String> columns(Path file, CommandLine command) {
    return read(file, command, (in, problems) -> CsvTable.columns(in));
  }

  /** Reads the rows of a file. */
  public interface RowReader<T> {
    T read(InputStream in, ExampleTable.Problems problems) throws IOException;
  }

  /** Opens a file, or what stands for it. */
  private interface Opener {
    InputStream open(Path file) throws IOException;
  }

  /** Reads rows of any kind; broken ones are reported as by {@link #tableOrEmpty}. */
  public static <T> T read(Path file, CommandLine command, RowReader<T> reader) {
    require(file, command);
    return read(file, Files::newInputStream, command, reader);
  }

  private static <T> T read(Path file, Opener opener, CommandLine command, RowReader<T> reader) {
    BrokenRows broken = new BrokenRows(file, command);
    T table;
    try (InputStream in = opener.open(file)) {
      table = reader.read(in, broken);
    } catch (CsvException.MissingColumn e) {
      throw new ParameterException(command, "cannot use " + file + ": " + e.getMessage());
    } catch (CsvException e) {
      throw new CommandFailed("cannot use " + file + ": " + e.getMessage());
    } catch (IOException e) {
      throw unreadable(file, e);
    }
    broken.summarise();
    return table;
  }

  /** Reads a file of {@code bayou models export}. */
  public static ModelFile model(Path file, CommandLine command) {
    require(file, command);
    try (InputStream in = Files.newInputStream(file)) {
      return ModelFile.read(in);
    } catch (BadRecordException e) {
      throw new CommandFailed("cannot use " + file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** Reads a text file in UTF-8. */
  public static String text(Path file, CommandLine command) {
    require(file, command);
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** Whether each line of a file is a JSON object, by its name. */
  public static boolean isJsonLines(Path file) {
    return JSON_LINES.matcher(file.toString()).matches();
  }

  /** A missing file is a wrong argument. */
  public static void require(Path file, CommandLine command) {
    if (!Files.exists(file)) {
      throw new ParameterException(command, "there is no file " + file);
    }
    if (Files.isDirectory(file)) {
      throw new ParameterException(command, "not a file but a directory: " + file);
    }
  }

  public static CommandFailed unreadable(Path file, IOException e) {
    String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new CommandFailed("cannot read " + file + ": " + reason, e);
  }

  private static final class BrokenRows implements ExampleTable.Problems {
    private final Path file;
    private final CommandLine command;
    private long count;

    BrokenRows(Path file, CommandLine command) {
      this.file = file;
      this.command = command;
    }

    @Override
    public void broken(long line, String reason) {
      count++;
      if (count <= BROKEN_ROWS_SHOWN) {
        command.getErr().println(file + ":" + line + ": row left out: " + Display.name(reason));
      }
    }

    void summarise() {
      if (count > BROKEN_ROWS_SHOWN) {
        command.getErr().println(file + ": " + count + " rows left out");
      }
    }
  }
}
