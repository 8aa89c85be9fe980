package io.bayou.stream.keyed;

import static io.bayou.stream.keyed.KeyedStoreTest.assertSame;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.scope.KeyedModel;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.ScopeSpec;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.junit.jupiter.api.Test;

/** The rows of a key: one while it is small, and more when it has become large. */
class KeyRowsTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/key-row-v1.txt");
  private static final KeyId ID = new KeyId("m@1", "k");
  private static final KeyedModel MODEL =
      KeyedModel.of(
          ModelSpec.builder(LearnerKind.NAIVE_BAYES).scope(ScopeSpec.auto("customer")).build());

  private final Learner everybody = MODEL.newEverybody();
  private final KeyValueStore<Bytes, byte[]> rows = KeyedStoreTest.rows();
  private KeyedStore store = new KeyedStore(rows, new KeyedActivity(), 1 << 20);

  private static Example example(int features, double x, String label) {
    Example example = new Example(new Features());
    for (int i = 0; i < features; i++) {
      example.features().number("x" + i, x + i);
    }
    example.setLabel(label);
    return example;
  }

  private void learn(int features, int source, long offset, String label) {
    KeyState state = store.get(ID, MODEL);
    state.see(offset);
    state.score(0.5);
    Example example = example(features, (double) offset, label);
    state.learn(example, everybody, "labeled-" + source, "log", 2 * offset + 1, 0);
    store.learned(state, 0);
  }

  private void commit() {
    store.store(new byte[1]);
  }

  private void restart() {
    store.close();
    store = new KeyedStore(rows, new KeyedActivity(), 1 << 20);
  }

  private List<byte[]> rowsOfKey() {
    List<byte[]> found = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> all = rows.all()) {
      all.forEachRemaining(
          row -> {
            if (row.key.get()[0] == 'k') {
              found.add(row.value);
            }
          });
    }
    return found;
  }

  @Test
  void shouldHaveOneRowWhileSmall() {
    learn(2, 0, 1, "a");
    learn(2, 1, 1, "b");
    learn(2, 0, 2, "b");
    commit();

    assertThat(rowsOfKey()).hasSize(1);
  }

  /* However large a key is, and wherever it was when it became large. */
  @Test
  void shouldLearnTheSameWhenItBecomesLarge() {
    Learner expected = MODEL.newOwn();
    for (int offset = 0; offset < 60; offset++) {
      String label = "label" + offset % 7;
      learn(10, 0, offset, label);
      expected.learn(example(10, offset, label).features(), label, 1.0, 0);
      if (offset % 3 == 0) {
        commit();
      }
      if (offset % 5 == 0) {
        commit();
        restart();
      }
    }
    commit();
    restart();

    KeyState state = store.get(ID, MODEL);
    assertThat(rowsOfKey()).hasSize(1 + 1 + 7 + 1); // main row, features, classes, strengths
    assertThat(state.hasLearned("labeled-0", "log", 2 * 59 + 1)).isTrue();
    assertThat(state.scored()).isEqualTo(60);
    assertThat(state.partials()).hasSize(1);
    Learner learned = state.partials().iterator().next().learner();
    assertSame(statistics(learned), statistics(expected));
  }

  /* Without the strengths, which depend on everybody's model. */
  private static Learner statistics(Learner own) {
    Learner statistics = MODEL.newEverybody();
    RowWriter writer = new RowWriter();
    own.rows(
        (row, content) -> {
          if (!KeyedModel.isStrength(row)) {
            statistics.restore(new RowReader(writer.encode(content)));
          }
        });
    return statistics;
  }

  @Test
  void shouldForgetALargeKeyWithAllItsRows() {
    KeyState state = store.get(ID, MODEL);
    state.see(0);
    state.learn(example(100, 1.0, "a"), everybody, "labeled-0", "log", 1, 0);
    store.learned(state, 1_000);
    commit();
    assertThat(rowsOfKey().size()).isGreaterThan(1);

    store.expire(10_000, id -> 1_000);

    assertThat(rowsOfKey()).isEmpty();
  }

  /* Queries read while the task writes. */
  @Test
  void shouldReadALargeKeyAsOfOneMoment() {
    learn(100, 0, 1, "a");
    commit();
    InvocationHandler writeAfterTheFirstRow =
        (proxy, method, arguments) -> {
          Object result = method.invoke(rows, arguments);
          if (method.getName().equals("get")) {
            learn(100, 1, 1, "b");
            commit();
          }
          return result;
        };
    @SuppressWarnings("unchecked")
    ReadOnlyKeyValueStore<Bytes, byte[]> changing =
        (ReadOnlyKeyValueStore<Bytes, byte[]>)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ReadOnlyKeyValueStore.class},
                writeAfterTheFirstRow);

    assertThat(KeyedStore.read(changing, ID, MODEL).examples()).isEqualTo(2);
  }

  private static KeyState golden() {
    KeyState state = new KeyState(ID, ID.prefix(), MODEL);
    Learner everybody = MODEL.newEverybody();
    state.see(1_700_000_000_123L);
    state.score(0.25);
    state.learn(example(1, 1.5, "a"), everybody, "labeled-0", "log", 15, 0);
    state.learn(example(1, 2.5, "b"), everybody, "labeled-0", "log", 17, 0);
    state.learn(example(1, 3.5, "a"), everybody, "base:labeled-0", "log", 3, 0);
    return state;
  }

  private static byte[] main(KeyState state) {
    List<KeyValue<Bytes, byte[]>> batch = new ArrayList<>();
    state.store(new RowWriter(), batch);
    assertThat(batch).hasSize(1);
    return batch.get(0).value;
  }

  /* What was stored once is read for ever. */
  @Test
  void shouldReadAndWriteTheRowOfAKey() throws IOException {
    byte[] stored = HexFormat.of().parseHex(Files.readString(GOLDEN, UTF_8).strip());
    KeyState state = new KeyState(ID, ID.prefix(), MODEL);
    state.restore(stored);

    assertThat(state.lastSeen()).isEqualTo(1_700_000_000_123L);
    assertThat(state.scored()).isEqualTo(1);
    assertThat(state.meanLoss()).isEqualTo(0.25);
    assertThat(state.examples()).isEqualTo(3);
    assertThat(state.partials())
        .extracting(KeyPartial::source)
        .containsExactly("base:labeled-0", "labeled-0");
    assertThat(state.partials()).extracting(KeyPartial::endOffset).containsExactly(2L, 9L);
    assertThat(main(state)).isEqualTo(stored);
    assertThat(main(golden())).isEqualTo(stored);
  }

  @Test
  void shouldRefuseWhatIsNoRowOfAKey() {
    byte[] row = main(golden());
    byte[] later = row.clone();
    later[0] = 2;
    for (int length = 0; length < row.length; length++) {
      byte[] cut = Arrays.copyOf(row, length);
      assertThatThrownBy(() -> new KeyState(ID, ID.prefix(), MODEL).restore(cut))
          .isInstanceOf(BadRecordException.class);
    }
    assertThatThrownBy(() -> new KeyState(ID, ID.prefix(), MODEL).restore(later))
        .hasMessageContaining("format 2");
  }
}
