package io.bayou.stream.join;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.join.Arrival;
import io.bayou.codec.join.BundleCodec;
import io.bayou.codec.join.Bundled;
import io.bayou.codec.join.Label;
import io.bayou.codec.join.LabelRecord;
import io.bayou.codec.join.QuestionEncoder;
import io.bayou.codec.join.Tick;
import io.bayou.codec.join.WaitingCodec;
import io.bayou.codec.join.WaitingKey;
import io.bayou.codec.mapping.RecordDecoder;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.spec.LabelSource;
import io.bayou.model.spec.LabelsSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.RecordFormat;
import io.bayou.stream.commit.CommitHook;
import io.bayou.stream.exchange.Bundles;
import io.bayou.stream.join.JoinActivity.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log of questions and labels gives the same examples, however often its reader is replaced. */
class JoinProcessorTest {
  private static final int RECORDS = 3_000;
  private static final long HORIZON = 20_000;

  private final WaitingCodec codec = new WaitingCodec();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldDependOnTheRecordsAlone(long seed) {
    List<Record<byte[], byte[]>> log = log(new Random(seed));
    Run straight = new Run();
    log.forEach(straight::process);
    Run restarted = new Run();
    Random restarts = new Random(seed);
    for (Record<byte[], byte[]> record : log) {
      if (restarts.nextInt(50) == 0) {
        restarted.commit();
        restarted.start();
      }
      restarted.process(record);
    }

    assertThat(restarted.output()).isEqualTo(straight.output());
    assertThat(straight.output()).hasSizeGreaterThan(RECORDS / 4);
    for (Outcome outcome : Outcome.values()) {
      if (outcome != Outcome.UNMAPPED && outcome != Outcome.UNUSED) {
        assertThat(straight.activity.total(outcome)).as(outcome.name()).isPositive();
      }
      assertThat(restarted.activity.total(outcome)).isEqualTo(straight.activity.total(outcome));
    }
    straight.assertBalanced();
  }

  /* What was done since a commit is lost and done again. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldGoOnFromTheLastCommitAfterACrash(long seed) {
    List<Record<byte[], byte[]>> log = log(new Random(seed));
    Run straight = new Run();
    log.forEach(straight::process);
    Run crashed = new Run();
    Random crashes = new Random(seed);
    int committed = 0;
    for (int next = 0; next < log.size(); next++) {
      crashed.process(log.get(next));
      if (crashes.nextInt(20) == 0) {
        crashed.commit();
        committed = next + 1;
      } else if (crashes.nextInt(50) == 0) {
        crashed.forgetUncommitted();
        crashed.start();
        next = committed - 1;
      }
    }

    assertThat(crashed.output()).isEqualTo(straight.output());
  }

  /* What came during an outage is routed after the start. A tick before it would end the waits of
   * questions whose labels have come in time. */
  @Test
  void shouldReadForAWhileBeforeItTakesAPartitionForIdle() {
    byte[] key = new WaitingKey("m", "e1").encode();
    Bundled question = new Bundled(key, question("e1", 0, 0, new Random(1)));
    Run run = new Run();
    run.process(Bundles.record(0, new BundleCodec().encode(List.of(question)), 0));
    run.commit();
    run.startAt(3_600_000);

    run.punctuateAt(3_601_000);
    assertThat(run.output()).as("the backlog may not have come yet").isEmpty();
    run.punctuateAt(3_611_000);
    assertThat(run.output()).as("nothing has come").hasSize(1);
  }

  /* What is read may have been written long ago. */
  @Test
  void shouldNotTakeAPartitionForIdleWhileItIsRead() {
    byte[] key = new WaitingKey("m", "e1").encode();
    Bundled question = new Bundled(key, question("e1", 0, 0, new Random(1)));
    Run run = new Run();
    run.startAt(3_600_000);
    run.now(3_620_000);
    run.process(Bundles.record(0, new BundleCodec().encode(List.of(question)), 0));

    run.punctuateAt(3_621_000);
    assertThat(run.output()).isEmpty();
    run.punctuateAt(3_631_000);
    assertThat(run.output()).hasSize(1);
  }

  /* While events are held up, the clock may pass their deadlines before they come. */
  @Test
  void shouldEndTheWaitOfAQuestionThatComesAfterItsDeadline() {
    Run run = new Run();
    run.process(bundle("e1", question("e1", 0, 0, new Random(1))));
    run.punctuateAt(30_000);
    run.process(bundle("", codec.encode(new Tick(30_000, 30_000))));
    int ended = run.output().size();

    run.process(bundle("e2", question("e2", 1, 1, new Random(1))));
    run.punctuateAt(31_000);
    assertThat(run.output()).as("its label may be on the way").hasSize(ended);
    run.punctuateAt(41_000);
    assertThat(run.output()).as("a tick").hasSize(ended + 1);
    run.process(bundle("", codec.encode(new Tick(30_000, 41_000))));
    assertThat(run.activity.total(Outcome.DEFAULTED) + run.activity.total(Outcome.EXPIRED))
        .isEqualTo(2);
  }

  /* The transaction that it was written in may have been aborted. */
  @Test
  void shouldWriteATickAgainThatDoesNotComeBack() {
    Run run = new Run();
    run.process(bundle("e1", question("e1", 0, 0, new Random(1))));
    run.punctuateAt(30_000);
    run.punctuateAt(31_000);
    run.punctuateAt(40_000);
    assertThat(run.output()).as("it may be on the way").hasSize(1);

    run.punctuateAt(41_000);
    assertThat(run.output()).hasSize(2);
    run.process(bundle("", codec.encode(new Tick(41_000, 41_000))));
    run.punctuateAt(60_000);
    assertThat(run.activity.total(Outcome.DEFAULTED) + run.activity.total(Outcome.EXPIRED))
        .isEqualTo(1);
  }

  private static Record<byte[], byte[]> bundle(String id, byte[] record) {
    byte[] key = id.isEmpty() ? new byte[0] : new WaitingKey("m", id).encode();
    return Bundles.record(0, new BundleCodec().encode(List.of(new Bundled(key, record))), 0);
  }

  /* Ids come again, times jump back and forth, three sources. */
  private List<Record<byte[], byte[]>> log(Random random) {
    List<Record<byte[], byte[]>> log = new ArrayList<>();
    List<Bundled> bundle = new ArrayList<>();
    long writtenAt = 0;
    for (int i = 0; i < RECORDS; i++) {
      writtenAt += random.nextInt(100) == 0 ? 12_000 : random.nextInt(100);
      long time = Math.max(0, writtenAt - random.nextInt(3_000));
      String id = "e" + Math.max(0, i - random.nextInt(400));
      byte[] key = new WaitingKey("m", id).encode();
      int what = random.nextInt(20);
      if (what == 0) {
        bundle.add(new Bundled(new byte[0], codec.encode(new Tick(time, writtenAt))));
      } else if (what < 10) {
        bundle.add(new Bundled(key, question(id, time, writtenAt, random)));
      } else {
        Arrival arrival = new Arrival(time, writtenAt, "labels-" + random.nextInt(2));
        String label = random.nextInt(4) == 0 ? "b" : "a";
        LabelRecord kept = LabelRecord.of(i, null, id.getBytes(UTF_8));
        bundle.add(new Bundled(key, codec.encode(new Label(arrival, HORIZON, label, kept))));
      }
      if (random.nextInt(3) == 0) {
        log.add(Bundles.record(0, new BundleCodec().encode(bundle), time));
        bundle.clear();
      }
    }
    return log;
  }

  private static byte[] question(String id, long time, long writtenAt, Random random) {
    Optional<String> otherwise = random.nextBoolean() ? Optional.of("none") : Optional.empty();
    LabelsSpec labels =
        new LabelsSpec(
            List.of("labels"),
            RecordFormat.AUTO,
            "id",
            new LabelSource("label", new TreeMap<>()),
            HORIZON,
            otherwise);
    Example event = new Example(new Features());
    event.features().number("x", random.nextDouble());
    Answer answer = new Answer();
    answer.begin(id, time, "m", 1);
    Arrival arrival = new Arrival(time, writtenAt, "events-0");
    return new QuestionEncoder().encode(arrival, event, answer, labels, Integer.MAX_VALUE);
  }

  /** A task that reads the log. */
  private static final class Run {
    final JoinActivity activity = new JoinActivity();
    private final MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
    private final CommitHook hook = CommitHook.builder(JoinStages.COMMIT_HOOK).build();
    private final List<String> committed = new ArrayList<>();
    private JoinProcessor processor;

    Run() {
      context.setCurrentSystemTimeMs(0);
      MemoryStore.create(JoinStages.WAITING_STORE, context);
      hook.init(context.getStateStoreContext(), hook);
      start();
    }

    void start() {
      processor =
          new JoinProcessor(
              new JoinServices(
                  new NoModels(),
                  () -> new RecordDecoder(EventLimits.DEFAULT),
                  activity,
                  letters,
                  () -> 1));
      processor.init(context);
    }

    void startAt(long systemTime) {
      now(systemTime);
      start();
    }

    void now(long systemTime) {
      context.setCurrentSystemTimeMs(systemTime);
    }

    void punctuateAt(long systemTime) {
      now(systemTime);
      var scheduled = context.scheduledPunctuators(); // also those of processors before
      scheduled.get(scheduled.size() - 1).getPunctuator().punctuate(systemTime);
    }

    void process(Record<byte[], byte[]> record) {
      processor.process(record);
    }

    void commit() {
      hook.flushCache();
      committed.addAll(uncommitted());
      context.resetForwards();
    }

    void forgetUncommitted() {
      context.resetForwards();
    }

    List<String> output() {
      List<String> output = new ArrayList<>(committed);
      output.addAll(uncommitted());
      return output;
    }

    /* Each record that was forwarded: where to, its time, what it says. */
    private List<String> uncommitted() {
      EventCodec events = new EventCodec(EventLimits.DEFAULT);
      List<String> output = new ArrayList<>();
      for (var forward : context.forwarded()) {
        String text = forward.childName().orElseThrow() + " " + forward.record().timestamp() + " ";
        byte[] value = forward.record().value();
        if (text.startsWith(JoinStages.EXAMPLES)) {
          Example example = events.decode(value);
          text += example.id() + " " + example.label() + " not " + example.correctionOf();
        } else {
          text += new String(value, UTF_8);
        }
        output.add(text);
      }
      return output;
    }

    /* A label is taken back only by the one that replaces it. */
    void assertBalanced() {
      Map<String, String> latest = new HashMap<>();
      long learned = 0;
      for (String line : output()) {
        String[] words = line.split(" ");
        if (words[0].equals(JoinStages.EXAMPLES)) {
          if (words[5].equals("null")) {
            learned++;
          } else {
            assertThat(words[5]).isEqualTo(latest.get(words[2])).isNotEqualTo(words[3]);
          }
          latest.put(words[2], words[3]);
        }
      }
      assertThat(learned)
          .isEqualTo(activity.total(Outcome.JOINED) + activity.total(Outcome.DEFAULTED));
      commit();
      assertThat(activity.awaited())
          .isEqualTo(
              activity.total(Outcome.ASKED)
                  - activity.total(Outcome.JOINED)
                  - activity.total(Outcome.DEFAULTED)
                  - activity.total(Outcome.EXPIRED));
    }

    private final JoinServices.Letters letters =
        new JoinServices.Letters() {
          @Override
          public Headers count(BadRecordException why, String topic, int partition, long offset) {
            return new RecordHeaders();
          }

          @Override
          public void cut(Headers headers, int originalSize) {
            throw new AssertionError("labels are short");
          }
        };
  }

  /** Nothing is known of any model: none is gone. */
  private static final class NoModels implements LabeledModels {
    @Override
    public long changes() {
      return 0;
    }

    @Override
    public SortedMap<String, ModelSpec> specs() {
      return Collections.emptySortedMap();
    }

    @Override
    public boolean isGone(String model) {
      return false;
    }
  }
}
