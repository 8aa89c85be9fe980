package io.bayou.model.forest;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.spec.Bins;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScaleTest {
  private static final double[] NUMBERS = {
    -1e100, -1e9, -1001.0, -1000.0, -1.0, -0.01, -1e-9, 0.0, 1e-9, 0.01, 1.0, 1000.0, 1001.0, 1e9
  };

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldKeepTheOrderOfNumbers(boolean bySize) {
    Scale scale = bySize ? Scale.ANY : Scale.of(new Bins(List.of(-1000.0, 0.0, 1e-9, 1e9)));
    double before = 0.0;
    for (double number : NUMBERS) {
      double position = scale.position(number);

      assertThat(position).as("%s", number).isBetween(before, Math.nextDown(1.0));
      before = position;
    }
    assertThat(scale.position(1e100)).isLessThan(1.0);
    assertThat(scale.position(-0.0)).isEqualTo(scale.position(0.0));
  }
}
