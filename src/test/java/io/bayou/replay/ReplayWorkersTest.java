package io.bayou.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReplayWorkersTest {
  @Test
  void shouldGiveTheResultsInTheOrderOfTheTasks() throws InterruptedException {
    CountDownLatch second = new CountDownLatch(1);
    List<Callable<String>> tasks =
        List.of(
            () -> {
              second.await();
              return "first";
            },
            () -> {
              second.countDown();
              return "second";
            });

    assertThat(ReplayWorkers.run(2, tasks)).containsExactly("first", "second");
  }

  @Test
  void shouldRunNoMoreAtOnceThanItIsTold() throws InterruptedException {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Callable<Integer>> tasks = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      int result = i;
      tasks.add(
          () -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            Thread.sleep(5);
            running.decrementAndGet();
            return result;
          });
    }

    assertThat(ReplayWorkers.run(1, tasks)).containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(most).hasValue(1);
    assertThat(ReplayWorkers.run(0, tasks)).hasSize(6);
    assertThat(ReplayWorkers.run(4, List.<Callable<Integer>>of())).isEmpty();
  }

  @Test
  void shouldEndEverythingWithTheFirstFailure() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(1);
    List<Callable<Void>> tasks =
        List.of(
            () -> {
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
              return null;
            },
            () -> {
              throw new ReplayException("the log is gone");
            });

    assertThatThrownBy(() -> ReplayWorkers.run(2, tasks))
        .isInstanceOf(ReplayException.class)
        .hasMessage("the log is gone");
    interrupted.await();
  }

  @Test
  void shouldWrapAFailureThatIsChecked() {
    IOException cause = new IOException("disk");
    Callable<Void> task =
        () -> {
          throw cause;
        };

    assertThatThrownBy(() -> ReplayWorkers.run(1, List.of(task)))
        .isInstanceOf(IllegalStateException.class)
        .hasCause(cause);
  }
}
