package io.bayou.codec.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.model.network.NodeTypes;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.GivenTable;
import io.bayou.model.spec.ModelSpec;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys {@code tables} and {@code hidden}. */
class TableSpecTest {
  private static final String SPEC =
      """
      learner: bayes-net
      class: Fire
      network: {Tampering: [], Alarm: [Tampering, Fire], Room: [Fire], Fire: []}
      features: {Tampering: bernoulli, Alarm: bernoulli}
      """;

  @Test
  void shouldReadRowsInAnyOrderOfTheParents() {
    ModelSpec spec =
        SpecCodec.read(
            "spec.yaml",
            SPEC
                + """
                tables:
                  Fire: {"": {true: 0.01, false: 0.99}}
                  Alarm:
                    strength: 20
                    " Tampering = false , Fire= true": {true: 0.99, false: 0.01}
                    "Fire=true,Tampering=true": {true: 1}
                  Room: {"Fire=true": {hall: 0.5, "kitchen, small": 0.5}}
                hidden: [Alarm]
                """);

    GivenTable alarm = spec.network().tables().get("Alarm");
    assertThat(alarm.strength()).isEqualTo(20.0);
    assertThat(alarm.rows())
        .extracting(GivenTable.Row::text)
        .containsExactly("Fire=true,Tampering=false", "Fire=true,Tampering=true");
    assertThat(alarm.rows().get(0).probabilities()).isEqualTo(Map.of("true", 0.99, "false", 0.01));
    assertThat(spec.network().tables().get("Fire").isFixed()).isTrue();
    assertThat(spec.network().hidden()).containsExactly("Alarm");
    assertThat(spec.givenClasses()).containsExactly("false", "true");
    assertThat(SpecCodec.read("again", SpecCodec.write(spec))).isEqualTo(spec);
  }

  @Test
  void shouldWriteTheShortestForm() {
    String text =
        "{\"class\":\"c\",\"features\":{\"a\":\"bernoulli\"},\"hidden\":[\"a\"],\"learner\":\"bayes-net\","
            + "\"network\":{\"a\":[\"c\"],\"b\":[\"a\",\"c\"]},\"tables\":{\"b\":{\"strength\":2.5,"
            + "\"a=true,c=x\":{\"n\":0.5,\"y\":0.5}},\"c\":{\"\":{\"x\":1.0}}}}";

    assertThat(SpecCodec.write(SpecCodec.read("spec.json", text))).isEqualTo(text);
  }

  @Test
  void shouldDeclareTheValuesThatTablesName() {
    ModelSpec spec =
        SpecCodec.read(
            "spec.yaml",
            """
            learner: bayes-net
            network: {a: [], b: [a], d: [label, b], e: [d]}
            features: {b: {type: categorical, values: [z, y]}}
            tables:
              b: {"a=1, 5": {x: 0.5, y: 0.5}}
              d: {"label=p,b=w": {true: 1}}
            """);

    SortedMap<String, FeatureSpec> types = NodeTypes.of(spec);
    assertThat(types.get("a").values()).containsExactly("1, 5");
    assertThat(types.get("b").values()).containsExactly("z", "y", "w", "x");
    assertThat(types.get("d")).isEqualTo(FeatureSpec.of(FeatureType.BERNOULLI));
    assertThat(types).doesNotContainKeys("e", "label");
    assertThat(spec.givenClasses()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "tables: {Alrm: {}} | unknown node 'Alrm' in tables.Alrm (did you mean 'Alarm'?)",
        "tables: {x: {}} | unknown node 'x' in tables.x; the network has Alarm, Fire, Room,"
            + " Tampering",
        "tables: {Alarm: {}} | tables.Alarm: a table needs at least one row",
        "tables: {Alarm: {'Tampering=true,Fier=true': {true: 1}}} | 'Fier' in"
            + " tables.Alarm.Tampering=true,Fier=true is no parent of 'Alarm' (did you mean"
            + " 'Fire'?)",
        "tables: {Fire: {'Room=x': {true: 1}}} | 'Room' in tables.Fire.Room=x is no parent of"
            + " 'Fire'; it has none: write \"\" for them",
        "tables: {Alarm: {'Fire=true': {true: 1}}} | tables.Alarm.Fire=true must have a value of"
            + " 'Tampering', a parent of 'Alarm'",
        "tables: {Alarm: {'Fire=true,Fire=false,Tampering=true': {true: 1}}} | 'Fire' is given"
            + " twice in tables.Alarm.Fire=true,Fire=false,Tampering=true",
        "tables: {Alarm: {'Fire=a,Tampering=true': {true: 1}, 'Tampering=true,Fire=a': {true: 1}}}"
            + " | tables.Alarm: 'Fire=a,Tampering=true' is given twice",
        "tables: {Alarm: {often: {true: 1}}} | tables.Alarm.often must be values of the parents"
            + " such as 'A=x,B=y', or strength",
        "tables: {Fire: {'': {true: 0.5, false: 0.4}}} | tables.Fire.\"\": probabilities must sum"
            + " to 1, sum was 0.9",
        "tables: {Fire: {'': {true: -0.5, false: 1}}} | tables.Fire.\"\".true must be between 0 and"
            + " 1, was -0.5",
        "tables: {Fire: {'': {}}} | tables.Fire.\"\": probabilities must sum to 1, sum was 0.0",
        "tables: {Fire: {strength: 0, '': {true: 1}}} | tables.Fire.strength must be > 0, was 0",
        "tables: {Tampering: {'': {yes: 1}}} | tables must give 'Tampering' true or false, for it"
            + " is bernoulli; was 'yes'",
        "tables: {Alarm: {'Fire=true,Tampering=no': {true: 1}}} | tables must give 'Tampering' true"
            + " or false, for it is bernoulli; was 'no'",
        "hidden: Alarm | hidden must be a list, was 'Alarm'",
        "hidden: [Fire] | hidden[0] is the class 'Fire', which examples are labeled with; leave it"
            + " out",
        "hidden: [Alarm, Alarm] | hidden has 'Alarm' twice",
        "hidden: [alarm] | unknown node 'alarm' in hidden[0] (did you mean 'Alarm'?)",
        "{tables: {Fire: {'': {true: 1}}}, prior: uniform} | prior does not go with a table of the"
            + " class 'Fire'; leave out one of them",
        "{tables: {Fire: {'': {a: 0.5, b: 0.5}}}, limits: {classes: 1}} | prior and tables name 2"
            + " classes, limits.classes allows 1",
      })
  void shouldSayWhatIsWrong(String keys, String message) {
    String lines =
        keys.startsWith("{") ? keys.substring(1, keys.length() - 1).replace("}, ", "}\n") : keys;
    assertThatThrownBy(() -> SpecCodec.read("spec.yaml", SPEC + lines + "\n"))
        .isInstanceOf(SpecException.class)
        .hasMessageEndingWith(": " + message);
  }

  @Test
  void shouldTakeAHiddenNodeThatIsNotDeclaredForTrueOrFalse() {
    ModelSpec spec = SpecCodec.read("spec.yaml", SPEC + "hidden: [Room]\n");

    assertThat(NodeTypes.of(spec).get("Room")).isEqualTo(FeatureSpec.of(FeatureType.BERNOULLI));
    assertThat(SpecCodec.read("again", SpecCodec.write(spec))).isEqualTo(spec);
  }

  @ParameterizedTest
  @ValueSource(strings = {"categorical", "binned"})
  void shouldRefuseAHiddenNodeOfUnknownValues(String type) {
    String spec = "{learner: bayes-net, network: {a: []}, features: {a: %s}, hidden: [a]}";
    assertThatThrownBy(() -> SpecCodec.read("spec.yaml", spec.formatted(type)))
        .hasMessage(
            "spec.yaml:1: hidden 'a' needs values: make it bernoulli, or categorical with values,"
                + " or give it a table");
  }

  @Test
  void shouldRefuseThemForOtherLearners() {
    assertThatThrownBy(() -> SpecCodec.read("spec.yaml", "{learner: tan, hidden: [a]}"))
        .hasMessage("spec.yaml:1: hidden does not concern tan, only bayes-net; leave it out");
    assertThatThrownBy(() -> SpecCodec.read("spec.yaml", "tables: {a: {}}"))
        .hasMessage(
            "spec.yaml:1: tables does not concern naive-bayes, only bayes-net; leave it out");
    assertThatThrownBy(
            () -> SpecCodec.read("spec.yaml", "{learner: bayes-net, tables: {a: {'': {x: 1}}}}"))
        .hasMessageContaining("bayes-net needs 'network'");
  }

  @Test
  void shouldRefuseTablesOfIntervals() {
    assertThatThrownBy(
            () ->
                SpecCodec.read(
                    "spec.yaml",
                    "{learner: bayes-net, network: {a: []}, features: {a: {type: binned, edges:"
                        + " [1]}}, tables: {a: {'': {x: 1}}}}"))
        .hasMessage("spec.yaml:1: tables is for bernoulli and categorical nodes, 'a' is binned");
  }
}
