package io.bayou.model.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.registry.Learners;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an average declares as a number, members that count values read by its interval. */
class DeclaredNumbersTest {
  @ParameterizedTest
  @ValueSource(strings = {"aode", "tan"})
  void shouldCountNumbersByMagnitudeHoweverTheyAreKnown(String member) {
    String average = "{learner: average, members: [" + member + ", lda]";
    Learner inferred = Learners.create(SpecCodec.read("spec", average + "}"));
    Learner declared =
        Learners.create(SpecCodec.read("spec", average + ", features: {x: gaussian}}"));
    Random random = new Random(1);
    for (int i = 0; i < 300; i++) {
      boolean first = random.nextBoolean();
      Features x = new Features().number("x", random.nextGaussian() + (first ? 1.0 : -1.0));
      x.number("y", random.nextGaussian());

      double answer = inferred.predict(x).probabilityOf("a");
      assertThat(declared.predict(x).probabilityOf("a")).isEqualTo(answer);
      inferred.learn(x, first ? "a" : "b", 1.0, 0);
      declared.learn(x, first ? "a" : "b", 1.0, 0);
    }
  }
}
