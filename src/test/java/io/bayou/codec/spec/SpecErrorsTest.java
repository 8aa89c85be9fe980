package io.bayou.codec.spec;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.model.spec.LearnerKind;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecErrorsTest {
  private static final String ANY_SMOOTHING =
      "smoothing must be a number, {m: 4}, {beta: [1, 1]} or {dirichlet: {value: 1}}, was ";
  private static final String ANY_PRIOR =
      "prior must be empirical, uniform, dirichlet(alpha), {dirichlet: {class: alpha}}"
          + " or a map from class to probability, was ";

  @Test
  void shouldRefuseAnEscapeWithoutItsDigits() {
    refuses("learner: \"\\u", "spec.yaml:1: not valid YAML: \\x, \\u or \\U without its digits");
  }

  @Test
  void shouldNameTheLineAndTheKey() {
    refuses(
        """
        learner: naive-bayes
        # a comment
        prior: uniform

        features:
          x: gaussian
        smoothing: -1
        """,
        "spec.yaml:7: smoothing must be >= 0, was -1");
    refuses(
        """
        learner: naive-bayes
        prior: uniform
        smoothin: 1
        """,
        "spec.yaml:3: unknown key 'smoothin' (did you mean 'smoothing'?)");
    refuses(
        """
        variance:
          rule: shrink
          k: -2.50
        """,
        "spec.yaml:3: variance.k must be >= 0, was -2.50");
    refuses(
        """
        features:
          a:
            type: categorical
            values:
              - x
              - [y]
        """,
        "spec.yaml:6: features.a.values[1] must be a word, was a list");
  }

  @Test
  void shouldNameTheLearners() {
    List<String> keys = Arrays.stream(LearnerKind.values()).map(LearnerKind::key).toList();
    String known = "spec.yaml:1: learner must be " + SpecNode.anyOf(keys);

    refuses("learner: naive", known + ", was 'naive'");
    refuses("learner: ldaa", known + ", was 'ldaa' (did you mean 'lda'?)");
  }

  @Test
  void shouldNameTheKeys() {
    String known = String.join(", ", SpecKeys.names());

    refuses("xyzzy: 1", "spec.yaml:1: unknown key 'xyzzy'; known are " + known);
  }

  @Test
  void shouldSayWhatIsWrongWithBins() {
    String start = "{learner: aode, bins: ";
    refuses(
        start + "ten}", "spec.yaml:1: bins must be auto, or a map such as {auto: 10}, was 'ten'");
    refuses(
        start + "{auto: 1}}", "spec.yaml:1: bins must have between 2 and 1,001 intervals, were 1");
    refuses(start + "{edges: {x: [1]}}}", "spec.yaml:1: bins needs 'auto'");
    refuses(
        start + "{auto: 10, edges: {x: [2, 1]}}}",
        "spec.yaml:1: bins.edges.x: edges must increase, were 2.0 and 1.0");
    refuses(
        "{learner: average, members: [{learner: aode, bins: auto}]}",
        "spec.yaml:1: members[0]: bins are for the average, not for its members; move them there");
  }

  @Test
  void shouldSayWhatIsWrongWithAnAverage() {
    average("members: []", 2, "members must list at least one learner");
    average("members: [lda, lda]", 2, "members has 'lda' twice; give one of them another name");
    average("members: [lda, {weight: 0}]", 2, "members[1].weight must be > 0, was 0");
    average(
        "members: [{name: 'a b'}]",
        2,
        "members[0]: name of a member must be of letters,"
            + " digits, '.', '_' and '-', was 'a b'");
    average(
        "members: [average]",
        2,
        "members[0]: an average cannot be a member of another; list" + " its members here");
    average(
        "members: [{learner: lda, estimate: map}]",
        2,
        "members[0].estimate does not concern" + " lda, only naive-bayes; leave it out");
    average("forgetting: 0", 2, "forgetting must be in (0, 1], was 0.0");
    average(
        "decision: vote",
        2,
        "decision must be bayes-optimal, map-hypothesis or ml-hypothesis," + " was 'vote'");
  }

  @Test
  void shouldRefuseClassesThatContradictTheRest() {
    classes("classes: []", 2, "classes must list at least one class");
    classes("classes: fraud", 2, "classes must be a list, was 'fraud'");
    classes("classes: {others: o}", 2, "classes needs 'known'");
    classes("classes: {known: [a], others: ''}", 2, "classes must not list an empty name");
    classes(
        "prior: {a: 0.5, c: 0.5}\nclasses: {known: [a], others: b}",
        3,
        "prior names 'c', which is none of the classes [a, b]; add it to classes, or correct it");
    classes("classes: [a, b, a]", 2, "classes[2]: 'a' is given twice");
    classes(
        "prior: {a: 0.5, c: 0.5}\nclasses: [a, b]",
        3,
        "prior names 'c', which is none of the classes [a, b]; add it to classes, or correct it");
    classes(
        "labels: {topics: t, id: i, label: l, default: c}\nclasses: [a, b]",
        3,
        "labels.default names 'c', which is none of the classes [a, b]; add it to classes, or"
            + " correct it");
    classes(
        "decide: {costs: {a: {c: 2}}}\nclasses: [a, b]",
        3,
        "decide.costs names 'c', which is none of the classes [a, b]; add it to classes, or"
            + " correct it");
    classes(
        "decide: {thresholds: {c: 0.5}}\nclasses: [a, b]",
        3,
        "decide.thresholds names 'c', which is none of the classes [a, b]; add it to classes, or"
            + " correct it");
    classes(
        "limits: {classes: 1}\nclasses: [a, b]",
        3,
        "classes lists 2 classes, limits.classes allows 1");
    average(
        "members: [{learner: lda, classes: [a]}]",
        2,
        "members[0]: classes are for the average, not for its members; move them there");
  }

  private static void classes(String lines, int at, String message) {
    refuses("learner: naive-bayes\n" + lines, "spec.yaml:" + at + ": " + message);
  }

  private static void average(String line, int at, String message) {
    refuses("learner: average\n" + line, "spec.yaml:" + at + ": " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "learner: [lda] | learner must be a word, was a list",
        "smoothing: x | " + ANY_SMOOTHING + "'x'",
        "smoothing: '1' | " + ANY_SMOOTHING + "'1'",
        "smoothing: .inf | " + ANY_SMOOTHING + "'.inf'",
        "smoothing: .nan | " + ANY_SMOOTHING + "'.nan'",
        "smoothing: 1e999 | smoothing must be a finite number, was 1e999",
        "smoothing: | " + ANY_SMOOTHING + "nothing",
        "smoothing: [1, 2] | " + ANY_SMOOTHING + "a list",
        "smoothing: {} | smoothing needs 'm', 'beta' or 'dirichlet'",
        "smoothing: {m: 1, p: 2} | smoothing.p must be a number from 0 to 1, a map from value to p,"
            + " or overall, was 2",
        "smoothing: {p: 0.5} | smoothing needs 'm', 'beta' or 'dirichlet'",
        "smoothing: {m: 1, q: 2} | unknown key 'q' in smoothing (did you mean 'm'?)",
        "unknown: maybe | unknown must be reserve or none, was 'maybe'",
        "estimate: maximum | estimate must be mle, map or bayes, was 'maximum'",
        "prior: 3 | " + ANY_PRIOR + "3",
        "prior: [1, 2] | " + ANY_PRIOR + "a list",
        "prior: | " + ANY_PRIOR + "nothing",
        "prior: dirichlet(0) | prior must be > 0, was 0",
        "prior: dirichlet(x) | prior must be a number, was 'x'",
        "prior: {a: 0.5} | prior: fixed priors must sum to 1, sum was 0.5",
        "prior: {a: 1.5} | prior.a must be between 0 and 1, was 1.5",
        "features: [x] | features must be a map, was a list",
        "features: {x: gausian} | features.x must be gaussian, student-t, bernoulli, categorical,"
            + " binned, binomial, multinomial, bernoulli-text or ignore, was 'gausian' (did you"
            + " mean 'gaussian'?)",
        "features: {x: {values: [a]}} | features.x needs 'type'",
        "features: {x: {type: gaussian, values: [a]}} | features.x.values is for categorical"
            + " and text features, this one is gaussian",
        "features: {x: {type: gaussian, ngrams: 2}} | features.x.ngrams is for text features, this"
            + " one is gaussian",
        "features: {x: {type: multinomial, ngrams: 9}} | features.x: ngrams must be between 1 and"
            + " 5, was 9",
        "features: {x: {type: multinomial, hash: 30}} | features.x: hash must be between 1 and 24"
            + " bits, was 30",
        "features: {x: {type: multinomial, pattern: '['}} | features.x: pattern is not a regular"
            + " expression: Unclosed character class",
        "features: {x: {type: multinomial, lower-case: 3}} | features.x.lower-case must be true or"
            + " false, was '3'",
        "features: {x: {type: multinomial, stemming: xx}} | features.x.stemming must be ca, da, de,"
            + " en, es, fi, fr, hu, it, nl, no, pt, ro, ru, sv or tr, was 'xx'",
        "features: {x: {type: multinomial, analyzer: lucene-8}} | features.x.analyzer is lucene-8,"
            + " this build has lucene-9.12; leave it out and retrain",
        "features: {x: {type: multinomial, hash: 9, values: [a]}} | features.x: values mean nothing"
            + " where tokens are hashed",
        "features: {x: {type: bernoulli-text, variant: complement}} | features.x: variant is for"
            + " multinomial features",
        "features: {x: {type: categorical, values: [a, b, a]}} | features.x.values has 'a' twice",
        "features: {x: {type: categorical, values: []}} | features.x.values must have at least one"
            + " value, or be left out",
        "features: {x: {type: bernoulli, prior: {mean: 0}}} | features.x.prior is for student-t"
            + " features, this one is bernoulli",
        "features: {x: {type: student-t, prior: {mean: 0}}} | features.x.prior needs 'kappa'",
        "features: {x: {type: student-t, prior: {mean: 0, kappa: 1, alpha: -1, beta: 1}}} |"
            + " features.x.prior: normal prior needs a finite mean, kappa >= 0, alpha >= -0.5 and"
            + " beta >= 0, was [0.0, 1.0, -1.0, 1.0]",
        "variance: {smoothing: 1} | variance needs 'rule'",
        "variance: {rule: sample, smoothing: 1} | variance.smoothing does not concern the rule"
            + " sample; leave it out",
        "variance: {rule: median} | variance.rule must be shrink, sklearn, population, sample or"
            + " pooled, was 'median'",
        "half-life: 3600 | half-life must be a positive whole number with a unit (ms, s, m, h or"
            + " d), such as 90m, was 3600",
        "half-life: 0s | half-life must be a positive whole number with a unit (ms, s, m, h or d),"
            + " such as 90m, was '0s'",
        "half-life: 999999999999999d | half-life must be a positive whole number with a unit (ms,"
            + " s, m, h or d), such as 90m, was '999999999999999d'",
        "limits: {classes: 0} | limits.classes must be a whole number of at least 1, was 0",
        "limits: {classes: 1.5} | limits.classes must be a whole number of at least 1, was 1.5",
        "limits: {clases: 1} | unknown key 'clases' in limits (did you mean 'classes'?)",
        "compat: weka | compat must be sklearn, was 'weka'",
        "members: [lda] | members does not concern naive-bayes, only average; leave it out",
      })
  void shouldSayWhatIsWrong(String text, String message) {
    refuses(text, "spec.yaml:1: " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{learner: naive-bayes, covariance: {denominator: n}} | covariance does not concern"
            + " naive-bayes, only lda, qda or rda; leave it out",
        "{learner: lda, smoothing: 1} | smoothing does not concern lda, only naive-bayes,"
            + " bayes-net or tan; leave it out",
        "{learner: qda, basis: quadratic} | basis does not concern qda, only lda or logistic; leave"
            + " it out",
        "{learner: lda, basis: cubic} | basis must be linear or quadratic, was 'cubic'",
        "{learner: lda, logistic: {variance: 1}} | logistic does not concern lda, only logistic;"
            + " leave it out",
        "{learner: logistic, logistic: {varance: 1}} | unknown key 'varance' in logistic (did you"
            + " mean 'variance'?)",
        "{learner: logistic, logistic: {variance: 0}} | logistic.variance must be > 0, was 0",
        "{learner: logistic, logistic: {variance: 1e10}} | logistic.variance must be between 1e-9"
            + " and 1e9, was 1.0E10",
        "{learner: logistic, logistic: {forgetting: 1.5}} | logistic.forgetting must be in (0, 1],"
            + " was 1.5",
        "{learner: logistic, forgetting: 0.9} | forgetting does not concern logistic, only"
            + " naive-bayes, lda, qda, rda, bayes-net, tan, aode, majority or average; leave it"
            + " out",
        "{learner: aode, forgetting: 1.5} | forgetting must be a number above 0 and at most 1, such"
            + " as 0.999, was 1.5",
        "{learner: aode, forgetting: 0.9, half-life: 1h} | half-life forgets by time, forgetting by"
            + " the number of examples; leave one of them out",
        "{learner: logistic, logistic: {average: 1}} | logistic.average must be true or false, was"
            + " '1'",
        "{learner: logistic, features: {x: student-t}} | features.x must be gaussian, bernoulli,"
            + " categorical, multinomial, bernoulli-text or ignore, was 'student-t'",
        "{learner: logistic, features: {x: {type: multinomial, variant: complement}}} |"
            + " features.x.variant is for naive-bayes, which counts tokens; logistic weighs them",
        "{learner: qda, variance: sample} | variance does not concern qda, only naive-bayes; leave"
            + " it out",
        "{learner: lda, features: {x: categorical}} | features.x must be gaussian or ignore, was"
            + " 'categorical'",
        "{learner: lda, covariance: {denominator: n-1}} | covariance.denominator must be n-k or n,"
            + " was 'n-1' (did you mean 'n-k'?)",
        "{learner: lda, covariance: {identity: 0.1}} | covariance.identity does not concern lda;"
            + " leave it out",
        "{learner: qda, covariance: {denominator: n-k}} | covariance.denominator must be n-1 or n,"
            + " was 'n-k' (did you mean 'n-1'?)",
        "{learner: qda, covariance: {identity: 1.1}} | covariance.identity must be between 0 and 1,"
            + " was 1.1",
        "{learner: rda, covariance: {lambda: 0.5}} | covariance needs 'form'",
        "{learner: rda, covariance: {form: esl, lambda: 0.5}} | covariance.lambda does not concern"
            + " the form esl; leave it out",
        "{learner: rda, covariance: {form: friedmann}} | covariance.form must be friedman or esl,"
            + " was 'friedmann' (did you mean 'friedman'?)",
        "{learner: rda, covariance: friedman} | covariance must be a map, was 'friedman'",
      })
  void shouldRefuseWhatDoesNotConcernTheLearner(String text, String message) {
    refuses(text, "spec.yaml:1: " + message);
  }

  @Test
  void shouldRefuseWhatIsNotASpec() {
    refuses("- a", "spec.yaml:1: a spec must be a map, was a list");
    refuses("word", "spec.yaml:1: a spec must be a map, was 'word'");
    refuses(
        "a: 1\n---\nb: 2\n", "spec.yaml:2: a spec is one document, but another one begins here");
    refuses(
        "prior: uniform\nlearner: lda\nprior: uniform\n",
        "spec.yaml:3: key 'prior' is given twice, first in line 1");
    refuses("{[a]: 1}", "spec.yaml:1: a key must be a plain word, not a list or a map");
  }

  @Test
  void shouldRefuseReferencesAndTags() {
    refuses(
        "prior: &p uniform",
        "spec.yaml:1: anchors and aliases are not supported, write the value out");
    refuses(
        "a: 1\nprior: *p",
        "spec.yaml:2: anchors and aliases are not supported, write the value out");
    refuses(
        "prior: !!str uniform",
        "spec.yaml:1: tags such as 'tag:yaml.org,2002:str' are not supported");
  }

  @Test
  void shouldRefuseBombsQuickly() {
    assertThatThrownBy(() -> SpecCodec.read("spec.yaml", "[".repeat(1_000_000)))
        .isInstanceOf(SpecException.class)
        .hasMessage("spec.yaml:1: nested more than 32 levels deep");
    assertThatThrownBy(() -> SpecCodec.read("spec.yaml", "prior: " + "x".repeat(5_000_000)))
        .isInstanceOf(SpecException.class)
        .hasMessageStartingWith("spec.yaml:1: not valid YAML: ")
        .hasMessageContaining("exceeds the limit");
  }

  @Test
  void shouldSayWhereTheYamlIsBroken() {
    assertThatThrownBy(() -> SpecCodec.read("spec.yaml", "learner: lda\nprior: {a: 1\nx: [\n"))
        .isInstanceOf(SpecException.class)
        .hasMessageMatching("spec\\.yaml:\\d+: not valid YAML: .+");
    assertThatThrownBy(() -> SpecCodec.read("spec.yaml", "a: \u0000"))
        .isInstanceOf(SpecException.class)
        .hasMessageMatching("spec\\.yaml:\\d+: not valid YAML: .+");
  }

  private static void refuses(String text, String message) {
    assertThatThrownBy(() -> SpecCodec.read("spec.yaml", text))
        .isInstanceOf(SpecException.class)
        .hasMessage(message);
  }
}
