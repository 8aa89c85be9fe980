package io.bayou.bench.scope;
import java.util.*;
import org.junit.jupiter.api.Test;
class StudyPeek {
  @Test void peek() {
    int n = Integer.getInteger("n", 100);
    for (Population p : List.of(new Customers(n, new Random(1)), new Mailboxes(n, new Random(2)), new Writers(n, new Random(3)))) {
      long t = System.nanoTime();
      ScopeStudy s = new ScopeStudy(p, Integer.getInteger("e", 60), 7).run();
      System.out.println(p.getClass().getSimpleName() + " " + (System.nanoTime() - t) / 1e9);
      for (int b = 0; b < s.bins(); b++) {
        if (s.events(b) == 0) continue;
        StringBuilder l = new StringBuilder(s.from(b) + "-" + s.to(b) + "\t" + s.events(b));
        for (var v : ScopeStudy.Variant.values()) l.append(String.format("\t%.4f", s.loss(v, b)));
        System.out.println(l);
      }
    }
  }
}
