package io.bayou.bench.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.app.Cli;
import io.bayou.model.scope.LossByExamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A model for every key is worth it, however many examples the key has. */
class ScopeStudyTest {
  private static final int MEMBERS = 1_000;
  private static final int EVENTS = 200;
  private static final int OWNERS = 200;

  static Stream<Population> populations() {
    return Stream.of(new Customers(MEMBERS, new Random(1)), new Writers(MEMBERS, new Random(1)));
  }

  @ParameterizedTest
  @MethodSource("populations")
  void shouldBeBetterThanOneForAllAndOneForEachAtAnyNumberOfExamples(Population population) {
    ScopeStudy study = new ScopeStudy(population, EVENTS).run(new Random(1));

    for (LossByExamples losses : new LossByExamples[] {study.auto(), study.fixed()}) {
      assertThat(losses.keyed(0)).isCloseTo(losses.oneForAll(0), within(1e-12));
      assertThat(losses.keyed(0)).isLessThan(losses.oneEach(0));
      for (int bin = 1; losses.weight(bin) > 0.0; bin++) {
        assertThat(losses.keyed(bin))
            .as("log loss with %d examples or more", losses.from(bin))
            .isLessThan(losses.oneForAll(bin))
            .isLessThan(losses.oneEach(bin));
      }
    }
  }

  /* Owners who disagree about a topic do not draw their words from those of all. */
  @Test
  void shouldCostNextToNothingWhereTheAssumptionsDoNotHold() {
    LossByExamples losses =
        new ScopeStudy(new Mailboxes(OWNERS, new Random(1)), EVENTS).run(new Random(1)).auto();

    double keyed = 0.0;
    double oneForAll = 0.0;
    double all = 0.0;
    for (int bin = 0; losses.weight(bin) > 0.0; bin++) {
      keyed += losses.weight(bin) * losses.keyed(bin);
      oneForAll += losses.weight(bin) * losses.oneForAll(bin);
      all += losses.weight(bin);
      double limit = oneForAll + OWNERS * Math.log(2.0); // for all of its events, each key
      assertThat(keyed).isLessThan(limit);
    }
    assertThat(keyed / all).isLessThan(oneForAll / all - 0.02);
  }

  @Test
  void shouldPrintAndDraw(@TempDir Path directory) throws IOException {
    Path plot = directory.resolve("scope.svg");

    Cli run =
        Cli.tools("bench", "scope", "--members", "20", "--events", "30", "--plot", plot.toString());

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("customers:", "| own examples |", "| 20–29 |", "writers:");
    assertThat(Files.readString(plot)).startsWith("<svg").contains("one each").endsWith("</svg>\n");
    assertThat(Cli.tools("bench", "scope", "--members", "0").exitCode()).isEqualTo(2);
  }
}
