package io.bayou.codec.spec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.LabelSource;
import io.bayou.model.spec.LabelsSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.RecordFormat;
import io.bayou.model.spec.RecordFormat.Encoding;
import io.bayou.model.spec.RecordFormat.Envelope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class InputSectionTest {
  private static final Path PAGE = Path.of("docs/expressions.md");
  private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  @Test
  void shouldReadPathsAndExpressions() {
    ModelSpec spec =
        read(
            """
            learner: naive-bayes
            input:
              topics: [payments]
              id: payment_id
              time: created_at
              label: {path: outcome.status, map: {chargeback: fraud, settled: legit}}
              where: amount > 0.0 && !test
              features:
                amount: after.amount
                country: merchant.country
                night: hour(created_at) < 6
              drop: ['*.pan', card_number]
            """);

    assertThat(spec.input())
        .contains(
            new InputSpec(
                List.of("payments"),
                RecordFormat.AUTO,
                Optional.of("payment_id"),
                Optional.of("created_at"),
                Optional.of(
                    new LabelSource(
                        "outcome.status",
                        new TreeMap<>(Map.of("chargeback", "fraud", "settled", "legit")))),
                Optional.empty(),
                Optional.of("amount > 0.0 && !test"),
                new TreeMap<>(
                    Map.of(
                        "amount", "after.amount",
                        "country", "merchant.country",
                        "night", "hour(created_at) < 6")),
                List.of("*.pan", "card_number")));
    assertThat(spec.features()).isEmpty();
    assertWritesBack(spec);
  }

  @Test
  void shouldReadThePagesExamples() throws IOException {
    List<ModelSpec> specs =
        YAML.matcher(Files.readString(PAGE, UTF_8))
            .results()
            .map(found -> read(found.group(1)))
            .toList();

    assertThat(specs).isNotEmpty().allSatisfy(InputSectionTest::assertWritesBack);
  }

  @Test
  void shouldReadOneTopicAndNothingElse() {
    ModelSpec spec = read("input: {topics: payments}");

    assertThat(spec.input()).contains(InputSpec.of("payments"));
    assertThat(spec.input().orElseThrow().readsAll()).isTrue();
    assertThat(SpecCodec.write(spec))
        .isEqualTo("{\"input\":{\"topics\":[\"payments\"]},\"learner\":\"naive-bayes\"}");
  }

  @Test
  void shouldReadTheTypeOfAFeatureBesideItsPath() {
    ModelSpec spec =
        read(
            """
            input:
              topics: orders
              features:
                night: {path: placed.night, type: bernoulli}
                size: {path: 'bucket(total, 10)', type: categorical, values: ['0', '10']}
                total: {path: order.total}
            features: {total: student-t}
            """);

    assertThat(spec.input().orElseThrow().features())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("night", "placed.night", "size", "bucket(total, 10)", "total", "order.total"));
    assertThat(spec.features())
        .containsOnlyKeys("night", "size", "total")
        .containsEntry("night", FeatureSpec.of(FeatureType.BERNOULLI))
        .containsEntry("total", FeatureSpec.of(FeatureType.STUDENT_T));
    assertThat(spec.features().get("size").values()).containsExactly("0", "10");
    assertWritesBack(spec);
  }

  @Test
  void shouldReadFormatsAndLabels() {
    ModelSpec spec =
        read(
            """
            input:
              topics: [a, b, a]
              format: {encoding: protobuf, schema: CgZh, message: shop.Order}
              envelope: debezium
              weight: 1 / share
              label: "paid ? 'good' : 'bad'"
            labels:
              topics: returns
              id: header('id') + '-' + order.id
              label: {path: lower(outcome), map: {r: returned}}
              horizon: 2d
              default: kept
            """);

    InputSpec input = spec.input().orElseThrow();
    assertThat(input.topics()).containsExactly("a", "b");
    assertThat(input.format())
        .isEqualTo(
            new RecordFormat(
                Encoding.PROTOBUF,
                Envelope.DEBEZIUM,
                Optional.of("CgZh"),
                Optional.of("shop.Order")));
    assertThat(input.weight()).contains("1 / share");
    assertThat(input.label()).contains(new LabelSource("paid ? 'good' : 'bad'", new TreeMap<>()));
    assertThat(spec.labels())
        .contains(
            new LabelsSpec(
                List.of("returns"),
                RecordFormat.AUTO,
                "header('id') + '-' + order.id",
                new LabelSource("lower(outcome)", new TreeMap<>(Map.of("r", "returned"))),
                172_800_000L,
                Optional.of("kept")));
    assertWritesBack(spec);
  }

  @Test
  void shouldNameTheLineOfABadExpression() {
    refuses(
        """
        input:
          topics: payments
          features:
            amount: after.amount
            night: hours(created_at) < 6
        """,
        "spec.yaml:5: input.features.night: unknown function 'hours' at position 1 of"
            + " 'hours(created_at) < 6' (did you mean 'hour'?)");
    refuses(
        """
        input:
          topics: payments
          where: amount > 0 and paid
        """,
        "spec.yaml:3: input.where: unexpected 'and' at position 12 of 'amount > 0 and paid';"
            + " expected an operator or the end (and is written &&)");
    refuses(
        """
        labels:
          topics: returns
          id: a b
          label: c
        """,
        "spec.yaml:3: labels.id: unexpected 'b' at position 3 of 'a b'; expected an operator or"
            + " the end");
  }

  @Test
  void shouldRefuseWhatIsNoMapping() {
    input("{}", "input needs 'topics'");
    input("{topics: []}", "input.topics must be at least one topic, was a list");
    input(
        "{topics: [a, 'b c']}",
        "input.topics[1] must be a topic name of letters, digits, '.', '_' and '-', was 'b c'");
    input("{topic: a}", "unknown key 'topic' in input (did you mean 'topics'?)");
    input(
        "{topics: a, features: {}}",
        "input.features must name a feature, or be left out to read all fields");
    input("{topics: a, features: {x: {type: gaussian}}}", "input.features.x needs 'path'");
    input(
        "{topics: a, features: {x: {path: b, typ: gaussian}}}",
        "unknown key 'typ' in input.features.x (did you mean 'type'?)");
    input(
        "{topics: a, where: amount - 1}",
        "input.where must be a condition such as amount > 0, was 'amount - 1'");
    input("{topics: a, where: [b]}", "input.where must be a word, was a list");
    input(
        "{topics: a, drop: ['a b']}",
        "input.drop[0] must be a path such as card.number or '*.number', was 'a b'");
    input("{topics: a, label: {map: {x: y}}}", "input.label needs 'path'");
    input("{topics: a, label: {path: b, map: {x: ''}}}", "input.label: a label must not be empty");
    input(
        "{topics: a, format: xml}", "input.format must be auto, json, avro or protobuf, was 'xml'");
    input(
        "{topics: a, format: {encoding: json, schema: x}}",
        "input.format: a schema is for avro and protobuf");
    refuses("labels: {topics: a, label: b}", "spec.yaml:1: labels needs 'id'");
    refuses("labels: {topics: a, id: b}", "spec.yaml:1: labels needs 'label'");
    refuses(
        "{learner: average, members: [{learner: lda, input: {topics: a}}]}",
        "spec.yaml:1: members[0]: input and labels are for the average, not for its members");
  }

  private static void input(String section, String message) {
    refuses("input: " + section, "spec.yaml:1: " + message);
  }

  @Test
  void shouldRefuseAFeatureThatIsDropped() {
    refuses(
        """
        input:
          topics: payments
          features: {amount: amount, pan: length(card.number)}
          drop: '*.number'
        """,
        "spec.yaml:3: pan reads card.number, which drop leaves out");
  }

  private static void refuses(String text, String message) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(SpecException.class).hasMessage(message);
  }

  private static void assertWritesBack(ModelSpec spec) {
    assertThat(read(SpecCodec.write(spec))).isEqualTo(spec);
  }

  private static ModelSpec read(String text) {
    return SpecCodec.read("spec.yaml", text);
  }
}
