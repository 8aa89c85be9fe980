package io.bayou.stream.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.BadRecordException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReviewBudgetTest {
  private static final int SHARE = 20;

  private final ReviewBudget budget = new ReviewBudget();

  private static List<String> asked(ReviewBudget budget, List<String> ids, long hour) {
    return ids.stream().filter(id -> budget.admits(id, hour, SHARE)).toList();
  }

  private static List<String> ids(int number) {
    return IntStream.range(0, number).mapToObj(i -> "payment-" + i).toList();
  }

  @Test
  void shouldNeverAskMoreThanItsShareInAnHour() {
    for (int doubtful : new int[] {5, 1_000, 30, 100_000, 21}) {
      ReviewBudget fresh = new ReviewBudget();
      for (long hour = 0; hour < 5; hour++) {
        assertThat(asked(fresh, ids(doubtful), hour))
            .as("%d doubtful events in hour %d", doubtful, hour)
            .hasSizeLessThanOrEqualTo(SHARE);
      }
    }
  }

  @Test
  void shouldAskAboutEverythingThatFitsIntoTheShare() {
    assertThat(asked(budget, ids(SHARE), 7)).hasSize(SHARE);
    assertThat(asked(budget, ids(SHARE), 8)).hasSize(SHARE);
  }

  /** Which events are asked about is up to their ids, not to which of them came first. */
  @Test
  void shouldChooseByIdOnceItKnowsHowManyToExpect() {
    ReviewBudget other = new ReviewBudget();
    List<String> ids = new ArrayList<>(ids(1_000));
    asked(budget, ids, 0);
    asked(other, ids, 0);
    List<String> shuffled = new ArrayList<>(ids);
    java.util.Collections.shuffle(shuffled, new Random(1));

    // A share that the chosen ones do not exhaust.
    TreeSet<String> first = new TreeSet<>();
    TreeSet<String> second = new TreeSet<>();
    ids.stream().limit(900).filter(id -> budget.admits(id, 1, SHARE)).forEach(first::add);
    shuffled.stream()
        .filter(id -> ids.indexOf(id) < 900)
        .filter(id -> other.admits(id, 1, SHARE))
        .forEach(second::add);

    assertThat(first).isEqualTo(second).hasSizeBetween(8, SHARE - 1);
    assertThat(new TreeSet<>(ids.subList(0, SHARE))).isNotEqualTo(first);
  }

  @Test
  void shouldSpreadOverTheHour() {
    double positions = 0;
    int asked = 0;
    for (int hour = 0; hour < 400; hour++) {
      for (int i = 0; i < 500; i++) {
        if (budget.admits("h" + hour + "-" + i, hour, SHARE) && hour > 0) {
          positions += i / 500.0;
          asked++;
        }
      }
    }
    assertThat(asked / 399.0).isCloseTo(SHARE, within(2.5));
    assertThat(positions / asked).isCloseTo(0.5, within(0.06));
  }

  /** The choice is a fold: it does not matter where it was stored and restored. */
  @Test
  void shouldGoOnWhereAnotherTaskHasStopped() {
    Random random = new Random(4);
    ReviewBudget moved = new ReviewBudget();
    for (int i = 0; i < 20_000; i++) {
      long hour = i / 700 + (long) random.nextInt(3);
      if (random.nextInt(50) == 0) {
        moved = ReviewBudget.decode(moved.encode());
      }
      assertThat(moved.admits("e" + i, hour, SHARE)).isEqualTo(budget.admits("e" + i, hour, SHARE));
    }
  }

  @Test
  void shouldNotBeStoppedByATimeInTheFarFuture() {
    asked(budget, ids(5), 10);
    budget.admits("from 2300", 1_000_000, SHARE);

    assertThat(asked(budget, ids(15), 10)).hasSize(15);
    assertThat(asked(budget, ids(15), 10)).as("of the same hour").isEmpty();
  }

  @Test
  void shouldShareTheBudgetAmongPartitionsToTheLast() {
    for (int perHour : new int[] {1, 4, 7, 20}) {
      for (int partitions : new int[] {1, 3, 4, 64}) {
        for (long hour = -2; hour < 70; hour++) {
          int total = 0;
          for (int p = 0; p < partitions; p++) {
            total += ReviewBudget.share(perHour, p, partitions, hour);
          }
          assertThat(total).isEqualTo(perHour);
        }
      }
    }
    long turns =
        IntStream.range(0, 4).filter(hour -> ReviewBudget.share(1, 2, 4, hour) == 1).count();
    assertThat(turns).as("a budget of one goes round").isOne();
  }

  @Test
  void shouldRefuseWhatItHasNotStored() {
    assertThatThrownBy(() -> ReviewBudget.decode(new byte[17]))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining("review budget");
  }
}
