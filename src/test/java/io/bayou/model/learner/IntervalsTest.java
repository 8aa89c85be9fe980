package io.bayou.model.learner;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.spec.Bins;
import io.bayou.model.stat.Categories;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IntervalsTest {
  private final Intervals byMagnitude = Intervals.byMagnitude();
  private final Categories values = new Categories(new String[0], 1_000);

  private String nameOf(double number) {
    return values.value(byMagnitude.open(number, values));
  }

  /* The name of an interval has its edges; each power of two has two, and its middle between them. */
  @Test
  void shouldPutANumberBetweenTheEdgesAroundIt() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 20_000; i++) {
      double edge = Math.scalb(random.nextBoolean() ? 1.0 : 1.5, random.nextInt(-70, 70));
      double number =
          switch (random.nextInt(4)) {
            case 0 -> edge;
            case 1 -> Math.nextDown(edge);
            case 2 -> Math.nextUp(edge);
            default -> edge * random.nextDouble(0.5, 2.0);
          };
      assertBetweenEdges(number);
      assertBetweenEdges(-number);
    }
    assertBetweenEdges(0.0);
    assertBetweenEdges(-0.0);
    assertBetweenEdges(Double.MIN_VALUE);
    assertBetweenEdges(-Double.MIN_VALUE);
    assertBetweenEdges(Double.MAX_VALUE);
    assertBetweenEdges(-Double.MAX_VALUE);
  }

  private void assertBetweenEdges(double number) {
    String name = nameOf(number);
    assertThat(name).isEqualTo(nameByCounting(number));
  }

  private static String nameByCounting(double number) {
    double[] edges = new double[512];
    for (int i = 0; i < 256; i++) {
      edges[256 + i] = Math.scalb(i % 2 == 0 ? 1.0 : 1.5, i / 2 - 64);
      edges[255 - i] = -edges[256 + i];
    }
    int notAbove = 0;
    while (notAbove < edges.length && edges[notAbove] <= number) {
      notAbove++;
    }
    return Bins.name(edges, notAbove);
  }
}
