package io.bayou.codec.state;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.avro.ModelVersion;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.codec.spec.RandomSpecs;
import io.bayou.model.DriftStart;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ModelDefinitionCodecTest {
  private final ModelDefinitionCodec codec = new ModelDefinitionCodec();

  @Test
  void shouldReadBackWhatItWrote() {
    forAll(
        500,
        random -> {
          ModelDefinition definition = randomDefinition(random);
          byte[] bytes = codec.encode(definition);
          assertThat(codec.decode(bytes)).isEqualTo(definition);
          assertThat(codec.encode(codec.decode(bytes))).isEqualTo(bytes);
        });
  }

  @Test
  void shouldTakeAnEmptySpecForTheDefaults() {
    ModelDefinition read = codec.decode(toBytes("spam", 1, version(1, "", "active")));

    assertThat(read.versions())
        .isEqualTo(ModelDefinition.first("spam", ModelSpec.defaults(), 0).versions());
    assertThat(read.active().spec()).isEqualTo(ModelSpec.defaults());
  }

  @Test
  void shouldKeepWhatADeletedModelLeavesBehind() {
    ModelDefinition deleted =
        ModelDefinition.first("spam", ModelSpec.defaults(), 7)
            .train(ModelSpec.defaults(), 8)
            .deleted();

    assertThat(codec.decode(codec.encode(deleted))).isEqualTo(deleted);
    assertThat(deleted.isDeleted()).isTrue();
    assertThat(deleted.again(ModelSpec.defaults(), 9).activeVersion()).isEqualTo(3);
  }

  @Test
  void shouldTakeAStateItDoesNotKnowForRetired() {
    ModelDefinition read =
        codec.decode(toBytes("spam", 1, version(1, "", "active"), version(2, "", "hibernating")));

    assertThat(read.version(2)).get().extracting(Version::state).isEqualTo(State.RETIRED);
    assertThat(read.version(3)).isEmpty();
  }

  @Test
  void shouldDoNothingMoreAfterAStepItDoesNotKnow() {
    ModelVersion version = version(1, "", "active");
    version.setDrift(new io.bayou.avro.DriftStart(Instant.ofEpochMilli(7), "hibernated"));

    assertThat(codec.decode(toBytes("spam", 1, version)).active().drift())
        .contains(new DriftStart(7, DriftStart.Step.RETURNED));
  }

  @Test
  void shouldRefuseASpecThatItCannotRead() {
    refuses(
        toBytes("spam", 1, version(1, "{\"lerner\": \"lda\"}", "active")),
        "the definition of model 'spam' is not valid: "
            + "spam@1:1: unknown key 'lerner' (did you mean 'learner'?)");
    refuses(
        toBytes("spam", 1, version(1, "{", "active")),
        "the definition of model 'spam' is not valid: spam@1:1: not valid YAML: "
            + "expected the node content, but found '<stream end>'");
  }

  @Test
  void shouldRefuseVersionsThatDoNotFit() {
    refuses(
        toBytes("", 1, version(1, "", "active")),
        "the definition of model '' is not valid: a model must have a name");
    refuses(
        toBytes("spam", 1),
        "the definition of model 'spam' is not valid: "
            + "the active version 1 is not one of the model's versions");
    refuses(
        toBytes("spam", 2, version(2, "", "active"), version(2, "", "ready")),
        "the definition of model 'spam' is not valid: "
            + "versions must rise from 1, but 2 follows 2");
    refuses(
        toBytes("spam", 0, version(0, "", "active")),
        "the definition of model 'spam' is not valid: "
            + "versions must rise from 1, but 0 follows 0");
  }

  private void refuses(byte[] bytes, String message) {
    assertThatThrownBy(() -> codec.decode(bytes))
        .isInstanceOf(BadRecordException.class)
        .hasMessage(message)
        .extracting("reason")
        .isEqualTo(Reason.INVALID);
  }

  private static ModelVersion version(int number, String spec, String state) {
    return ModelVersion.newBuilder().setVersion(number).setSpec(spec).setState(state).build();
  }

  private static byte[] toBytes(String name, int active, ModelVersion... versions) {
    try {
      ByteBuffer bytes =
          new io.bayou.avro.ModelDefinition(name, active, List.of(versions), 0, 0L).toByteBuffer();
      return Arrays.copyOfRange(bytes.array(), bytes.arrayOffset(), bytes.limit());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static ModelDefinition randomDefinition(RandomGenerator random) {
    List<Version> versions = new ArrayList<>();
    int number = 0;
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      number += 1 + random.nextInt(3);
      SortedMap<String, Long> offsets = new TreeMap<>();
      for (int p = random.nextInt(4); p > 0; p--) {
        offsets.put("labeled-" + p, random.nextLong(1L << 50));
      }
      State state = State.values()[random.nextInt(State.values().length)];
      versions.add(
          new Version(
              number,
              RandomSpecs.draw(new Random(random.nextLong())),
              state,
              random.nextLong(),
              offsets,
              random.nextLong()));
    }
    int active = versions.get(random.nextInt(versions.size())).number();
    return new ModelDefinition(
        "model " + random.nextInt(), active, versions, random.nextInt(12), random.nextLong());
  }
}
