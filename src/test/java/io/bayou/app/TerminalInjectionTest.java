package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.events.ConsumeCommand;
import io.bayou.app.models.ModelReport;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Prediction;
import io.bayou.model.registry.Learners;
import io.bayou.stream.SharedModels;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Anybody who can send an event names labels and features: they must not steer a terminal. */
class TerminalInjectionTest {
  private static final String EVIL = "a\u001b[31m\u001b]0;owned\u0007\u009b2J\rb";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{learner: naive-bayes}",
        "{learner: logistic}",
        "{learner: tan}",
        "{learner: average, members: [naive-bayes, majority]}"
      })
  void shouldShowAModelWithoutWhatWouldSteerATerminal(String spec) {
    Learner learner = Learners.create(SpecCodec.read("spec.yaml", spec));
    for (int i = 0; i < 20; i++) {
      Features features = new Features();
      features.number("n" + EVIL, i);
      features.text("s" + EVIL, "v" + EVIL + i % 2);
      features.text("t" + EVIL, "v" + EVIL + i % 2);
      features.tokens("w" + EVIL, List.of("v" + EVIL + i % 2));
      learner.learn(features, "l" + EVIL + i % 2, 1.0, 0L);
    }
    StringWriter out = new StringWriter();

    ModelReport.print(
        ModelDefinition.first("m", learner.spec(), 0L),
        learner,
        new SharedModels(),
        new PrintWriter(out));

    assertThat(out.toString())
        .contains("la?[31m")
        .doesNotContain("\u001b", "\u0007", "\u009b", "\r");
  }

  @Test
  void shouldReportAFailureWithoutWhatWouldSteerATerminal() {
    assertThat(Cli.bayou("frobnicate" + EVIL).err())
        .startsWith("bayou: unknown command 'frobnicatea?[31m")
        .doesNotContain("\u001b", "\u0007", "\u009b", "\r");
  }

  @Test
  void shouldPrintAPredictionWithoutWhatWouldSteerATerminal() {
    Prediction prediction =
        new Prediction(
            "id" + EVIL,
            "m",
            1,
            Optional.of("l" + EVIL),
            new TreeMap<>(Map.of("l" + EVIL, 1.0)),
            OptionalDouble.empty(),
            Collections.emptySortedMap(),
            Collections.emptySortedMap(),
            1,
            Collections.emptySortedMap(),
            List.of("FLAG"),
            0L);

    assertThat(ConsumeCommand.line(prediction))
        .startsWith("ida?[31m")
        .endsWith("1.0000  FLAG")
        .doesNotContain("\u001b", "\u0007", "\u009b", "\r");
  }
}
