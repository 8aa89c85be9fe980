package io.bayou.codec.mapping;

import static io.bayou.Property.forAll;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.Mutations;
import io.bayou.codec.expression.FieldPath;
import io.bayou.codec.expression.RecordValues;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonRecordReaderTest {
  private static final String PAYMENT =
      """
      {"id": "p-1", "amount": {"value": 12.50, "currency": "EUR"}, "tags": ["a", "b"],
       "note": "größer \\u00e9\\n", "test": false, "lines": [{"n": 3}, null, -1e-3], "none": null}
      """;

  @Test
  void shouldReadWhatPeopleUsuallyWriteWithTheScanner() {
    Wanted wanted =
        Wanted.of("id", "amount.value", "tags", "test", "lines[0].n", "lines[2]", "none", "gone");

    for (int i = 0; i < 3; i++) { // it knows the names when it meets them again
      Map<String, Object> found = scan(wanted, PAYMENT.getBytes(UTF_8)).orElseThrow();
      assertThat(found)
          .containsEntry("id", "p-1")
          .containsEntry("amount.value", 12.5)
          .containsEntry("tags", List.of("a", "b"))
          .containsEntry("test", false)
          .containsEntry("lines[0].n", 3.0)
          .containsEntry("lines[2]", -1e-3)
          .doesNotContainKey("gone");
    }
  }

  /**
   * Whatever the scanner reads, it reads as the complete parser does; also if the bytes are
   * damaged.
   */
  @Test
  void shouldFindWhatTheCompleteParserFinds() {
    forAll(
        3_000,
        random -> {
          RandomJson json = new RandomJson(random);
          byte[] first = json.object(3).getBytes(UTF_8);
          List<FieldPath> paths = some(random, json.paths());
          boolean text = random.nextBoolean();
          Wanted scanned = new Wanted(paths, text);
          Wanted parsed = new Wanted(paths, text);

          compare(scanned, parsed, first);
          compare(scanned, parsed, first);
          compare(scanned, parsed, json.object(2).getBytes(UTF_8));
          compare(scanned, parsed, new Mutations(List.of(first)).next(random));
        });
  }

  private static void compare(Wanted scanned, Wanted parsed, byte[] bytes) {
    Optional<Map<String, Object>> found = scan(scanned, bytes);
    if (found.isPresent()) {
      assertThat(parsed.read(new CompleteJsonReader(), bytes, 0))
          .as(new String(bytes, UTF_8))
          .isEqualTo(found.get());
    }
  }

  private static Optional<Map<String, Object>> scan(Wanted wanted, byte[] bytes) {
    wanted.values().clear();
    return new JsonScanner().read(bytes, 0, wanted.tree(), wanted.values())
        ? Optional.of(wanted.found())
        : Optional.empty();
  }

  private static List<FieldPath> some(RandomGenerator random, List<FieldPath> all) {
    List<FieldPath> some = new ArrayList<>();
    all.forEach(
        path -> {
          if (!some.contains(path) && random.nextInt(3) > 0) {
            some.add(path);
          }
        });
    return some;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{}x",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "{\"a\":01}",
        "{\"a\":1.}",
        "{\"a\":.5}",
        "{\"a\":+1}",
        "{\"a\":1e}",
        "{\"a\":-}",
        "{\"a\":tru}",
        "{\"a\":NaN}",
        "{\"a\":[1,]}",
        "{\"a\":[1}",
        "{\"a\":\"\t\"}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u12g4\"}",
        "{\"a\":'b'}",
        "{\"a\" 1}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":\"b}"
      })
  void shouldLeaveWhatIsNotJson(String text) {
    for (String path : List.of("a", "other")) {
      Wanted wanted = Wanted.of(path);
      assertThat(scan(wanted, text.getBytes(UTF_8))).isEmpty();
      assertThat(catchBad(wanted, text.getBytes(UTF_8))).isNotNull();
    }
  }

  private static BadRecordException catchBad(Wanted wanted, byte[] bytes) {
    try {
      wanted.read(new JsonRecordReader(), bytes, 0);
      return null;
    } catch (BadRecordException e) {
      return e;
    }
  }

  @Test
  void shouldCreateNothingForFieldsThatNobodyWants() {
    StringBuilder json = new StringBuilder("{\"id\":1");
    for (int i = 0; i < 200; i++) {
      json.append(",\"f")
          .append(i)
          .append("\":{\"text\":\"")
          .append(i)
          .append("\",\"n\":[1.5,true]}");
    }
    byte[] bytes = json.append('}').toString().getBytes(UTF_8);
    FieldTree tree = new FieldTree();
    RecordValues values = new RecordValues();
    tree.want(FieldPath.parse("id").orElseThrow(), values.addSlot(), false);
    JsonRecordReader reader = new JsonRecordReader();
    read(reader, bytes, tree, values, 2);

    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    read(reader, bytes, tree, values, 1_000);
    long after = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    assertThat(after - before).as("bytes for 200,000 fields").isLessThan(10_000);
  }

  private static void read(
      JsonRecordReader reader, byte[] bytes, FieldTree tree, RecordValues values, int times) {
    for (int i = 0; i < times; i++) {
      values.clear();
      reader.read(bytes, 0, tree, values);
    }
  }
}
