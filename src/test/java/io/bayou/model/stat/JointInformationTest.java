package io.bayou.model.stat;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The mutual information of two features, kept up to date with their joint counts. */
class JointInformationTest {
  /* Miller's estimate: half a nat less for each cell that occurred, half a nat more for each value. */
  @Test
  void shouldKeepUpWhatTwoFeaturesTellAboutOneAnother() {
    forAll(
        30,
        random -> {
          JointCounts pair = JointCounts.ofPair(new CellRoom(100));
          double[][] cells = new double[4][4];
          for (int i = 0; i < 60; i++) {
            int a = random.nextInt(4);
            int b = random.nextInt(3) == 0 ? random.nextInt(4) : a;
            double w = random.nextInt(4) == 0 ? 0.5 : 1.0;
            if (random.nextInt(4) > 0 || cells[a][b] < w) {
              pair.add(new int[] {a, b}, w);
              cells[a][b] += w;
            } else {
              pair.retract(new int[] {a, b}, w);
              cells[a][b] -= w;
            }
          }
          assertThat(pair.information()).isCloseTo(information(cells), within(1e-3));

          JointCounts copy = JointCounts.ofPair(new CellRoom(100));
          copy.read(
              new RowReader(new RowWriter().encode(out -> pair.write(out, JointCountsTest.RANKS))),
              JointCountsTest.CODES);
          assertThat(copy.information()).isEqualTo(pair.information());
          JointCounts sum = JointCounts.ofPair(new CellRoom(100));
          sum.merge(pair, JointCountsTest.CODES);
          assertThat(sum.information()).isEqualTo(pair.information());
          pair.scale(0.5);
          for (double[] row : cells) {
            Arrays.setAll(row, b -> row[b] * 0.5);
          }
          assertThat(pair.information()).isCloseTo(information(cells), within(1e-3));
          pair.clear();
          assertThat(pair.information()).isZero();
        });
  }

  private static double information(double[][] cells) {
    double sum = 0.0;
    double total = 0.0;
    for (int a = 0; a < 4; a++) {
      double row = 0.0;
      double column = 0.0;
      for (int b = 0; b < 4; b++) {
        row += cells[a][b];
        column += cells[b][a];
        sum += nats(cells[a][b]);
      }
      total += row;
      sum -= nats(row) + nats(column);
    }
    return sum + nats(total);
  }

  private static double nats(double n) {
    return n == 0.0 ? 0.0 : n * Math.log(n) - Math.min(1.0, n) / 2.0;
  }

  @Test
  void shouldBoundTheInformationOfHugeWeights() {
    JointCounts pair = JointCounts.ofPair(new CellRoom(100));
    pair.add(new int[] {0, 0}, 1e15);
    pair.add(new int[] {1, 1}, 5_000.5);

    assertThat(pair.information())
        .isCloseTo(
            2 * nats(1e10) + nats(5_000.5) - 2 * nats(1e10) - 2 * nats(5_000.5), within(1.0));
  }
}
