package io.bayou.model.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetworkMemoryTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int EVENTS = 200;

  @Test
  void shouldNotAllocateOnceEveryCombinationIsKnown() {
    assertThat(allocatedPerEvent(false)).isLessThan(4);
  }

  @Test
  void shouldAllocateLittleMoreThanTheTablesThatAreSummedOver() {
    assertThat(allocatedPerEvent(true)).isLessThan(2_000);
  }

  /* The least of many rounds over the same events: the compiler may allocate in any of them. */
  private static long allocatedPerEvent(boolean missing) {
    Learner learner = Learners.create(ModelSpec.of(LearnerKind.TAN));
    Posterior answer = new Posterior();
    List<Features> events = events(missing);
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 20; round++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < EVENTS; i++) {
        learner.predict(events.get(i), answer);
        learner.learn(events.get(i), i % 3 == 0 ? "a" : "b", 1.0, 0L);
      }
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    return least / EVENTS;
  }

  /* All features are mostly the same; the root of the tree may be missing. */
  private static List<Features> events(boolean missing) {
    List<Features> events = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      Features event = new Features();
      for (int j = 0; j < 5; j++) {
        int value = i % (j + 5) == 0 ? 0 : i % 3;
        if (!missing || j > 0 || i % 2 == 0) {
          event.text("f" + j, "v" + value);
        }
      }
      events.add(event);
    }
    return events;
  }
}
