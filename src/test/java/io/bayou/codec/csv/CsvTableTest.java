package io.bayou.codec.csv;

import static io.bayou.Property.forAll;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvTableTest {
  private static final SortedMap<String, CellType> NO_TYPES = new TreeMap<>();

  private final List<String> problems = new ArrayList<>();

  @Test
  void shouldInferTypesFromTheFirstValue() {
    CsvTable table =
        read(
            """
            n,t,w,empty,label
            ,,,,a
            1.5,true,red,,b
            -2e3,FALSE,3,,b
            x,maybe,,,a
            """);

    assertThat(table.rows()).isEqualTo(4);
    assertThat(table.types().keySet()).containsExactly("n", "t", "w");
    assertThat(row(table, 0)).isEqualTo("n=? t=? w=?");
    assertThat(row(table, 1)).isEqualTo("n=1.5 t=true w='red'");
    assertThat(row(table, 2)).isEqualTo("n=-2000.0 t=false w='3'");
    assertThat(row(table, 3)).isEqualTo("n='x' t='maybe' w=?");
    assertThat(labels(table)).containsExactly("a", "b", "b", "a");
    assertThat(problems).isEmpty();
  }

  @Test
  void shouldReadDeclaredColumnsByTheirType() {
    SortedMap<String, CellType> types = new TreeMap<>();
    types.put("c", CellType.TEXT);
    types.put("t", CellType.BOOLEAN);
    types.put("n", CellType.NUMBER);
    types.put("s", CellType.SKIP);

    CsvTable table =
        read(
            "c,t,n,s,label\n 1,yes, 2 ,x,a\n2.0,0.0,NaN,x,a\ntrue,No,-inf,x,a\n,2,1f,x,a\n", types);

    assertThat(row(table, 0)).isEqualTo("c=' 1' t=true n=2.0");
    assertThat(row(table, 1)).isEqualTo("c='2.0' t=false n=?");
    assertThat(row(table, 2)).isEqualTo("c='true' t=false n=-Infinity");
    assertThat(row(table, 3)).isEqualTo("c=? t='2' n='1f'");
  }

  @ParameterizedTest
  @CsvSource({
    "1, NUMBER",
    "-.5e-3, NUMBER",
    "+1., NUMBER",
    "1e400, NUMBER",
    "inf, NUMBER",
    "nan, NUMBER",
    "True, BOOLEAN",
    "false, BOOLEAN",
    "yes, TEXT",
    "1d, TEXT",
    "0x1p3, TEXT",
    "., TEXT",
    "-, TEXT",
    "1e, TEXT",
    "1.2.3, TEXT",
    "1e+, TEXT",
    "2024-01-01, TEXT",
    "'1,5', TEXT",
    "١, TEXT"
  })
  void shouldInfer(String cell, CellType type) {
    assertThat(CellType.inferredFrom(cell)).isEqualTo(type);
  }

  @Test
  void shouldFollowRfc4180() {
    CsvTable table =
        read("a,\"b \"\"q\"\"\",label\r\n\"x, \"\"y\"\"\nz\",5\" pipe,l\r\n\r\n\"\",p,\"l\"\r\n");

    assertThat(row(table, 0)).isEqualTo("a='x, \"y\"\nz' b \"q\"='5\" pipe'");
    assertThat(row(table, 1)).isEqualTo("a=? b \"q\"='p'");
    assertThat(labels(table)).containsExactly("l", "l");
    assertThat(problems).isEmpty();
  }

  @Test
  void shouldReportBrokenRowsAndGoOn() {
    CsvTable table =
        read(
            """
            a,b,label
            1,2,x
            1,2
            "1
            2",3
            1,2,x,4

            1,"2"z,x
            1,\uFFFD,x
            7,8,y
            1,"2,x
            9,9,z
            """);

    assertThat(problems)
        .containsExactly(
            "3: 2 fields where the header has 3",
            "4: 2 fields where the header has 3",
            "6: 4 fields where the header has 3",
            "8: text after a closing quote; double the quotes inside a quoted field",
            "9: not valid UTF-8",
            "11: a quote is opened here and never closed");
    assertThat(table.brokenRows()).isEqualTo(6);
    assertThat(labels(table)).containsExactly("x", "y", "z");
    assertThat(row(table, 2)).isEqualTo("a=9.0 b=9.0");
    assertThat(table.number(0)).isEqualTo(1);
    assertThat(table.number(1)).isEqualTo(7);
    assertThat(table.number(2)).isEqualTo(9);
  }

  @Test
  void shouldLoseOneRowToAQuoteThatTheNextQuotedFieldWouldClose() {
    CsvTable table = read("a,label\n\"1,x\n2,y\n\"3\",z\n4,w\n");

    assertThat(problems)
        .containsExactly("2: text after a closing quote; double the quotes inside a quoted field");
    assertThat(labels(table)).containsExactly("y", "z", "w");
  }

  @Test
  void shouldLoseOneRowToALineWithoutEnd() {
    String endless = "x".repeat(3 << 20);

    CsvTable table = read("a,label\n1,x\n" + endless + ",y\n\"" + endless + "\n2,z\n");

    assertThat(problems)
        .containsExactly(
            "3: longer than 1048576 characters", "4: a quote is opened here and never closed");
    assertThat(labels(table)).containsExactly("x", "z");
  }

  @Test
  void shouldReadTheNamesOfRows() {
    CsvLayout layout =
        CsvLayout.of("label", NO_TYPES)
            .with(Optional.empty(), Optional.empty(), Optional.of("order"));

    CsvTable table = read("order,x,label\nA-1,1,a\n,2,b\n7,3,c\n", layout);

    assertThat(table.id(0)).isEqualTo("A-1");
    assertThat(table.id(1)).isEqualTo("7");
    assertThat(row(table, 0)).isEqualTo("x=1.0");
    assertThat(problems).containsExactly("3: there is no 'order', which names the row");
    assertThat(read("x,label\n1,a\n", CsvLayout.of("label", NO_TYPES)).id(0)).isNull();
  }

  @Test
  void shouldReadWeightsAndTimes() {
    CsvLayout layout =
        CsvLayout.of("label", NO_TYPES).with(Optional.of("w"), Optional.of("t"), Optional.empty());

    CsvTable table =
        read("w,t,x,label\n2.5,1000,1,a\n-1,0,1,b\n1,soon,1,c\n,5,1,d\n0,-7,1,e\n", layout);

    assertThat(labels(table)).containsExactly("a", "e");
    assertThat(table.weight(0)).isEqualTo(2.5);
    assertThat(table.time(0)).isEqualTo(1000);
    assertThat(table.time(1)).isEqualTo(-7);
    assertThat(row(table, 0)).isEqualTo("x=1.0");
    assertThat(problems)
        .containsExactly(
            "3: the weight must be a number between 0 and 1e15, was '-1'",
            "4: the time must be in milliseconds, was 'soon'",
            "5: the weight must be a number between 0 and 1e15, was ''");
  }

  @Test
  void shouldPutRowsASecondApartWithoutATimeColumn() {
    CsvTable table = read("x,label\n1,a\n2,b\n");

    assertThat(table.time(1) - table.time(0)).isEqualTo(1_000);
    assertThat(table.weight(1)).isEqualTo(1.0);
  }

  @Test
  void shouldReadGzipAndIgnoreAByteOrderMark() {
    byte[] text = "\uFEFFx,label\n1,å\n".getBytes(UTF_8);

    assertThat(labels(read(text, CsvLayout.of("label", NO_TYPES)))).containsExactly("å");
    assertThat(labels(read(gzip(text), CsvLayout.of("label", NO_TYPES)))).containsExactly("å");
  }

  @Test
  void shouldDoWithoutLabelsWhereNoneAreNeeded() {
    CsvLayout layout = CsvLayout.of("label", NO_TYPES).unlabeled();

    assertThat(read("x\n1\n", layout).isLabeled(0)).isFalse();
    assertThat(read("x,label\n1,\n2,a\n", layout).isLabeled(0)).isFalse();
    assertThat(read("x,label\n1,\n2,a\n", layout).label(1)).isEqualTo("a");
  }

  @Test
  void shouldRefuseFilesThatCannotBeUsed() {
    refuses("", "empty; a header row and one row per example are needed");
    refuses("\n\n", "empty; a header row and one row per example are needed");
    refuses("x,\"y\n1,2\n", "the header row is broken");
    refuses("x,,label\n1,2,a\n", "column 2 has no name in the header row");
    refuses("x,x,label\n1,2,a\n", "column 'x' is twice in the header row");
    refuses("x,y\n1,2\n", "no column 'label'; there are x, y");
    refuses("1,2\n1,2\n", "no column 'label': the first row holds numbers, is the header missing?");
  }

  @Test
  void shouldGiveBackWhatWasWritten() {
    forAll(
        300,
        random -> {
          List<List<String>> rows = randomRows(random);
          String end = random.nextBoolean() ? "\r\n" : "\n";
          String text =
              rows.stream()
                  .map(
                      row ->
                          row.stream().map(c -> quote(c, random)).collect(Collectors.joining(",")))
                  .collect(Collectors.joining(end, "a,b,label" + end, end));

          SortedMap<String, CellType> types = new TreeMap<>();
          types.put("a", CellType.TEXT);
          types.put("b", CellType.TEXT);
          CsvTable table = read(text, types);

          assertThat(problems).isEmpty();
          assertThat(table.rows()).isEqualTo(rows.size());
          for (int i = 0; i < rows.size(); i++) {
            Features x = table.newFeatures();
            table.fill(i, x);
            assertThat(x.text(0)).isEqualTo(rows.get(i).get(0));
            assertThat(x.text(1)).isEqualTo(rows.get(i).get(1));
            assertThat(table.label(i)).isEqualTo(rows.get(i).get(2));
          }
        });
  }

  private static List<List<String>> randomRows(RandomGenerator random) {
    List<List<String>> rows = new ArrayList<>();
    for (int i = random.nextInt(8); i >= 0; i--) {
      rows.add(List.of(randomCell(random), randomCell(random), randomCell(random)));
    }
    return rows;
  }

  private static String randomCell(RandomGenerator random) {
    String alphabet = "ab\",\n é☃";
    StringBuilder cell = new StringBuilder("x");
    for (int i = random.nextInt(6); i > 0; i--) {
      cell.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return cell.toString();
  }

  private static String quote(String cell, RandomGenerator random) {
    boolean needed = cell.contains(",") || cell.contains("\n") || cell.contains("\"");
    return needed || random.nextBoolean() ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
  }

  private void refuses(String text, String message) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(CsvException.class).hasMessage(message);
  }

  private CsvTable read(String text) {
    return read(text, NO_TYPES);
  }

  private CsvTable read(String text, SortedMap<String, CellType> types) {
    return read(text, CsvLayout.of("label", types));
  }

  private CsvTable read(String text, CsvLayout layout) {
    return read(text.getBytes(UTF_8), layout);
  }

  private CsvTable read(byte[] bytes, CsvLayout layout) {
    try {
      return CsvTable.read(
          new ByteArrayInputStream(bytes),
          layout,
          new FeatureNames(),
          (line, reason) -> problems.add(line + ": " + reason));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static List<String> labels(CsvTable table) {
    List<String> labels = new ArrayList<>();
    for (int row = 0; row < table.rows(); row++) {
      labels.add(table.label(row));
    }
    return labels;
  }

  private static String row(CsvTable table, int row) {
    Features x = table.newFeatures();
    table.fill(row, x);
    String[] cells = new String[x.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] =
          x.name(i)
              + "="
              + switch (x.kind(i)) {
                case MISSING -> "?";
                case NUMBER -> x.number(i);
                case BOOLEAN -> x.number(i) == 1.0;
                case TEXT -> "'" + x.text(i) + "'";
                case TOKENS -> x.tokens(i);
              };
    }
    return String.join(" ", Arrays.asList(cells));
  }
}
