package io.bayou.bench.scope;
import java.util.*;
import org.junit.jupiter.api.Test;
class StudyPeek {
  @Test void peek() {
    int n = Integer.getInteger("n", 100);
    for (Population p : List.of(new Customers(n, new Random(1)), new Mailboxes(n, new Random(2)), new Writers(n, new Random(3)))) {
      long t = System.nanoTime();
      ScopeStudy s = new ScopeStudy(p, Integer.getInteger("e", 60)).run(new Random(7));
      System.out.println(p.getClass().getSimpleName() + " " + (System.nanoTime() - t) / 1e9);
      var a = s.auto();
      for (int b = 0; b < a.bins(); b++) {
        if (a.weight(b) == 0) continue;
        System.out.printf("%d-%d\t%.0f\tall %.4f\teach %.4f\t20 %.4f\tauto %.4f%n", a.from(b), a.to(b), a.weight(b), a.oneForAll(b), a.oneEach(b), s.fixed().keyed(b), a.keyed(b));
      }
    }
  }
}
