package io.bayou.codec.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.model.network.NetworkShape;
import io.bayou.model.spec.Bins;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys of Bayesian networks. */
class NetworkSpecTest {
  @Test
  void shouldReadANetwork() {
    ModelSpec spec =
        SpecCodec.read(
            "spec.yaml",
            """
            learner: bayes-net
            class: Fire
            network:
              Alarm: [Tampering, Fire]
              Tampering: []
            features:
              Alarm: {type: binned, from: 0, to: 1, bins: 4}
            """);

    assertThat(spec.network().className()).isEqualTo("Fire");
    assertThat(spec.network().parentsOf("Alarm")).containsExactly("Fire", "Tampering");
    assertThat(spec.network().parentsOf("Tampering")).isEmpty();
    assertThat(spec.features().get("Alarm").bins())
        .contains(new Bins(List.of(0.0, 0.25, 0.5, 0.75, 1.0)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{a: [c], b: [a], c: [b]} | network: the network has a cycle: a -> b -> c -> a; take out"
            + " one of its arcs",
        "{a: [a]} | network: the network has a cycle: a -> a; take out one of its arcs",
        "{a: [b, b], b: []} | network: 'a' has a parent twice, was [b, b]",
        "{a: [bb], b: []} | unknown node 'bb' in network.a (did you mean 'b'?)",
        "{a: [Fire], b: []} | unknown node 'Fire' in network.a; a node without parents is 'Fire:"
            + " []'",
        "{a: b, b: []} | network.a must be a list, was 'b'",
        "[a] | network must be a map, was a list",
      })
  void shouldRefuseWhatIsNoNetwork(String network, String message) {
    refuses("learner: bayes-net\nnetwork: " + network + "\n", "spec.yaml:2: " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "learner: bayes-net | bayes-net needs 'network': a map from each node to the list of its"
            + " parents",
        "{network: {a: []}} | network does not concern naive-bayes, only bayes-net or tan; leave it"
            + " out",
        "{learner: tan, class: c} | class does not concern tan, only bayes-net; leave it out",
        "{learner: tan, network: {a: [b, c], b: [], c: []}} | network.a may have one parent besides"
            + " the class in tan, or use bayes-net",
        "{learner: tan, network: {a: [label]}} | the class 'label' is a parent of every feature in"
            + " tan; leave it out",
        "{learner: bayes-net, network: {a: []}, features: {b: binned}} | features.b is not in the"
            + " network; add it there, or make it ignore",
        "{learner: bayes-net, network: {a: []}, features: {a: ignore}} | 'a' is in the network, but"
            + " features ignores it",
        "{learner: bayes-net, network: {a: [label]}, features: {a: binned, label: binned}} |"
            + " 'label' is the class, so that features must not have it",
        "{learner: bayes-net, prior: uniform, network: {label: [a], a: []}} | prior must be"
            + " dirichlet(alpha) or empirical where the class 'label' has parents",
        "{learner: tan, features: {a: gaussian}} | features.a must be binned, bernoulli,"
            + " categorical or ignore, was 'gaussian'",
        "{features: {a: {type: binned, edges: [1, 1]}}} | features.a.edges: edges must increase,"
            + " were 1.0 and 1.0",
        "{features: {a: {type: binned, edges: [1], bins: 2}}} | features.a.bins does not go with"
            + " edges; leave out one of them",
        "{features: {a: {type: binned, from: 1, to: 0, bins: 2}}} | features.a: bins need from < to"
            + " and between 1 and 999 bins, were [1.0, 0.0, 2]",
        "{features: {a: {type: binned, from: 1}}} | features.a needs 'to'",
        "{features: {a: {type: gaussian, edges: [1]}}} | features.a.edges is for binned features,"
            + " this one is gaussian",
      })
  void shouldSayWhatIsWrong(String text, String message) {
    refuses(text, "spec.yaml:1: " + message);
  }

  @Test
  void shouldRefuseTablesThatAreTooLarge() {
    String parents =
        IntStream.range(0, 13).mapToObj(i -> "p" + i).collect(Collectors.joining(", "));
    String roots =
        IntStream.range(0, 13).mapToObj(i -> "p" + i + ": []").collect(Collectors.joining(", "));
    refuses(
        "learner: bayes-net\nnetwork: {x: [" + parents + "], " + roots + "}\n",
        "spec.yaml:2: network: the network needs a table of 4,782,969 cells or more over p0, p1,"
            + " p10, p11, p12, p2, p3, p4, p5, p6, p7, p8, p9, x, the limit is 1,048,576; take out"
            + " arcs or declare fewer values");
  }

  /* Every node has two parents only, but nothing may be summed out of a grid without a wide table. */
  @Test
  void shouldTakeAnEliminationThatIsTooLargeUnlessNodesAreHidden() {
    int side = 25;
    String grid =
        IntStream.range(0, side * side)
            .mapToObj(
                i ->
                    "n%d: [%s%s]"
                        .formatted(
                            i,
                            i % side > 0 ? "n" + (i - 1) + ", " : "",
                            i >= side ? "n" + (i - side) : ""))
            .collect(Collectors.joining(", "));
    String text = "{learner: bayes-net, network: {" + grid + "}";

    assertThat(new NetworkShape(SpecCodec.read("spec.yaml", text + "}")).isExact()).isFalse();
    assertThatThrownBy(
            () -> SpecCodec.read("spec.yaml", text + ", features: {n7: bernoulli}, hidden: [n7]}"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("hidden nodes are learned by exact inference only, but the network")
        .hasMessageContaining("the limit is 524,288");
  }

  private static void refuses(String text, String message) {
    assertThatThrownBy(() -> SpecCodec.read("spec.yaml", text))
        .isInstanceOf(SpecException.class)
        .hasMessage(message);
  }
}
