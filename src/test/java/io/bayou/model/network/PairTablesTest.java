package io.bayou.model.network;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.stat.CellRoom;
import io.bayou.model.stat.JointCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PairTablesTest {
  private static final int COLUMNS = 5;
  private static final int VALUES = 4;
  private static final int MISSING = -1;
  private static final int[] PLACES = IntStream.range(0, COLUMNS).toArray();

  private static JointTable[] tables(int columns) {
    List<JointTable> tables = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      for (int j = i + 1; j < columns; j++) {
        tables.add(new JointTable(JointTable.Use.PAIR, i, j));
      }
    }
    return tables.toArray(JointTable[]::new);
  }

  /** One table of joint counts for each pair: what pairs that share must be equal to. */
  private static final class Reference {
    private final JointTable[] tables = tables(COLUMNS);
    private final JointCounts[] joints = new JointCounts[tables.length];

    Reference(int cells) {
      CellRoom room = new CellRoom(cells);
      Arrays.setAll(joints, t -> tables[t].newCounts(room));
    }

    boolean add(int[] codes, double weight) {
      boolean complete = true;
      int[] values = new int[2];
      for (int t = 0; t < tables.length; t++) {
        if (tables[t].select(codes, values)) {
          complete &= joints[t].add(values, weight);
        }
      }
      return complete;
    }

    void retract(int[] codes, double weight) {
      int[] values = new int[2];
      for (int t = 0; t < tables.length; t++) {
        if (tables[t].select(codes, values)) {
          joints[t].retract(values, weight);
        }
      }
    }

    void forget(int column, int code) {
      for (int t = 0; t < tables.length; t++) {
        if (tables[t].positionOf(column) >= 0) {
          joints[t].forget(tables[t].positionOf(column), code);
        }
      }
    }

    void scale(double factor) {
      Arrays.stream(joints).forEach(joint -> joint.scale(factor));
    }

    void assertEqual(PairTables pairs) {
      for (int t = 0; t < tables.length; t++) {
        assertThat(pairs.total(t)).isEqualTo(joints[t].total());
        assertThat(pairs.isEmpty(t)).isEqualTo(joints[t].isEmpty());
        for (int a = 0; a < VALUES; a++) {
          for (int b = 0; b < VALUES; b++) {
            int[] values = {a, b};
            assertThat(pairs.count(t, values)).isEqualTo(joints[t].count(values));
            assertThat(pairs.marginal(t, 0, values)).isEqualTo(joints[t].marginal(0, values));
            assertThat(pairs.marginal(t, 1, values)).isEqualTo(joints[t].marginal(1, values));
          }
        }
      }
    }
  }

  /* Weights are multiples of 1/4, so sums are exact in any order. */
  private static int[] draw(RandomGenerator random, int missingOneIn) {
    int[] codes = new int[COLUMNS];
    Arrays.setAll(codes, j -> random.nextInt(missingOneIn) == 0 ? MISSING : random.nextInt(VALUES));
    return codes;
  }

  @Test
  void shouldCountAsIfEveryPairWereAlone() {
    forAll(
        60,
        random -> {
          int cells = random.nextBoolean() ? 1_000 : 40 + random.nextInt(60);
          int missingOneIn = random.nextBoolean() ? 1_000_000 : 12;
          PairTables pairs = new PairTables(tables(COLUMNS), new CellRoom(cells));
          Reference reference = new Reference(cells);
          List<int[]> added = new ArrayList<>();
          for (int i = 0; i < 150; i++) {
            switch (random.nextInt(25)) {
              case 0 -> {
                int[] codes = added.isEmpty() ? draw(random, 9) : added.remove(0);
                pairs.retract(codes, null, 0.25);
                reference.retract(codes, 0.25);
              }
              case 1 -> {
                int column = random.nextInt(COLUMNS);
                int code = random.nextInt(20) == 0 ? random.nextInt(VALUES) : VALUES;
                pairs.forget(column, code);
                reference.forget(column, code);
              }
              case 2 -> {
                double factor = random.nextInt(20) == 0 ? 0.5 : 1.0;
                pairs.scale(factor);
                reference.scale(factor);
              }
              case 3 -> pairs = random.nextInt(4) == 0 ? restored(pairs, cells) : pairs;
              default -> {
                int[] codes = draw(random, missingOneIn);
                assertThat(pairs.add(codes, null, 0.25)).isEqualTo(reference.add(codes, 0.25));
                added.add(codes);
              }
            }
          }
          reference.assertEqual(pairs);
          reference.assertEqual(restored(pairs, cells));
        });
  }

  private static int[][] byColumn(int[] ofEach) {
    int[][] all = new int[COLUMNS][];
    Arrays.fill(all, ofEach);
    return all;
  }

  private static PairTables restored(PairTables pairs, int cells) {
    PairTables copy = new PairTables(tables(COLUMNS), new CellRoom(cells));
    int[] ranks = IntStream.rangeClosed(0, VALUES + 1).toArray();
    byte[] row = new RowWriter().encode(out -> pairs.write(PLACES, byColumn(ranks), out));
    copy.read(PLACES, byColumn(ranks), new RowReader(row));
    return copy;
  }

  @Test
  void shouldMergeAsIfItHadLearnedEverything() {
    forAll(
        30,
        random -> {
          Reference reference = new Reference(1_000);
          PairTables[] halves = {
            new PairTables(tables(COLUMNS), new CellRoom(1_000)),
            new PairTables(tables(COLUMNS), new CellRoom(1_000))
          };
          int missingOneIn = random.nextBoolean() ? 1_000_000 : 12;
          for (int i = 0; i < 100; i++) {
            int[] codes = draw(random, missingOneIn);
            halves[random.nextInt(2)].add(codes, null, 1.0);
            reference.add(codes, 1.0);
          }
          int[][] codes = byColumn(IntStream.range(0, VALUES).toArray());
          assertThat(halves[0].merge(halves[1], PLACES, codes)).isTrue();
          int[] more = draw(random, missingOneIn);
          halves[0].add(more, null, 1.0);
          reference.add(more, 1.0);

          reference.assertEqual(halves[0]);
        });
  }

  /* Their information, less half of ln n for each cell that occurred beyond the values alone. */
  @Test
  void shouldKnowWhatAnArcSaves() {
    forAll(
        30,
        random -> {
          PairTables pairs = new PairTables(tables(3), new CellRoom(100));
          double[][] cells = new double[VALUES][VALUES];
          for (int i = 0; i < 60; i++) {
            int a = random.nextInt(VALUES);
            int b = random.nextInt(3) == 0 ? random.nextInt(VALUES) : a;
            int[] codes = {a, b, random.nextInt(8) == 0 ? MISSING : 0};
            double w = random.nextInt(4) == 0 ? 0.5 : 1.0;
            if (random.nextInt(4) > 0 || cells[a][b] < w) {
              pairs.add(codes, null, w);
              cells[a][b] += w;
            } else {
              pairs.retract(new int[] {a, b, MISSING}, null, w);
              cells[a][b] -= w;
            }
          }
          assertThat(gain(pairs)).isCloseTo(gain(cells), within(1e-3));

          pairs.scale(0.5);
          for (double[] row : cells) {
            Arrays.setAll(row, b -> row[b] * 0.5);
          }
          assertThat(gain(pairs)).isCloseTo(gain(cells), within(1e-3));
          pairs.clear();
          assertThat(gain(pairs)).isZero();
        });
  }

  private static double gain(PairTables pairs) {
    double[] byTable = new double[3];
    pairs.addGains(byTable, 1.0);
    return byTable[0];
  }

  private static double gain(double[][] cells) {
    double sum = 0.0;
    double total = 0.0;
    int parameters = 1;
    for (int a = 0; a < VALUES; a++) {
      double row = 0.0;
      double column = 0.0;
      for (int b = 0; b < VALUES; b++) {
        row += cells[a][b];
        column += cells[b][a];
        sum += nats(cells[a][b]);
        parameters += cells[a][b] > 0.0 ? 1 : 0;
      }
      parameters -= (row > 0.0 ? 1 : 0) + (column > 0.0 ? 1 : 0);
      total += row;
      sum -= nats(row) + nats(column);
    }
    double cost = (Math.log(Math.max(Math.E, total)) - 1.0) / 2.0;
    return sum + nats(total) - Math.max(0, parameters) * cost;
  }

  private static double nats(double n) {
    return n == 0.0 ? 0.0 : n * Math.log(n) - Math.min(1.0, n) / 2.0;
  }

  @Test
  void shouldBoundTheInformationOfHugeWeights() {
    PairTables pairs = new PairTables(tables(3), new CellRoom(100));
    pairs.add(new int[] {0, 0, 0}, null, 1e15);
    pairs.add(new int[] {1, 1, 0}, null, 5_000.5);

    assertThat(gain(pairs))
        .isCloseTo(
            2 * nats(1e10) + nats(5_000.5) - 2 * nats(1e10) - 2 * nats(5_000.5), within(1.0));
  }

  @Test
  void shouldKeepThePairsThatRemainAndGiveBackTheRoomOfOthers() {
    PairTables pairs = new PairTables(tables(3), new CellRoom(3));
    pairs.add(new int[] {0, 1, 2}, null, 1.0);
    pairs.adapt(tables(3), 1); // columns 0, 2 and 1 of before; the last is dropped
    assertThat(pairs.count(1, new int[] {0, 1})).isEqualTo(1.0);
    assertThat(pairs.isEmpty(0)).isTrue();
    assertThat(pairs.isEmpty(2)).isTrue();

    assertThat(pairs.add(new int[] {0, 3, 1}, null, 1.0)).isTrue(); // two new cells: they fit
    assertThat(pairs.count(1, new int[] {0, 1})).isEqualTo(2.0);
    assertThat(pairs.total(0)).isEqualTo(1.0);
    assertThat(pairs.total(1)).isEqualTo(2.0);

    pairs.adapt(tables(2), -1);
    assertThat(pairs.count(0, new int[] {0, 3})).isEqualTo(1.0);
  }
}
