package io.bayou.stream;

import static io.bayou.stream.TestStream.bytes;
import static io.bayou.stream.TestStream.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.BadRecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {
  @Test
  void shouldNameARow() {
    RowKeys key = new RowKeys("m", 12, "labeled-3", "class/a/b", 4);

    assertThat(text(key.toBytes())).isEqualTo("m@12/labeled-3/class/a/b/4");
    assertThat(RowKeys.of(key.toBytes())).isEqualTo(key);
    assertThat(key.modelVersion()).isEqualTo("m@12");
    assertThat(RowKeys.of(bytes("a@b@2/s/r/0"))).isEqualTo(new RowKeys("a@b", 2, "s", "r", 0));
    assertThat(RowKeys.of(bytes("@2/s//0"))).isEqualTo(new RowKeys("", 2, "s", "", 0));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "m@1", "m@1/s", "m@1/s/0", "m/s/r/0", "m@x/s/r/0", "m@1/s/r/x"})
  void shouldRefuseWhatIsNoKeyOfARow(String key) {
    assertThatThrownBy(() -> RowKeys.of(key == null ? null : bytes(key)))
        .isInstanceOf(BadRecordException.class)
        .hasMessage(
            "'%s' is not a snapshot key model@version/source/row/part", key == null ? "" : key);
  }

  @Test
  void shouldTellAReplayFromATask() {
    assertThat(RowKeys.base("labeled-0")).isEqualTo("base:labeled-0");
    assertThat(RowKeys.isBase("base:labeled-0")).isTrue();
    assertThat(RowKeys.isBase("labeled-0")).isFalse();
  }

  @Test
  void shouldNameAnEvaluation() {
    EvaluationKey first = new EvaluationKey("m", 12, "labeled-3", 0);
    EvaluationKey second = new EvaluationKey("m", 12, "labeled-3", 1);

    assertThat(text(first.toBytes())).isEqualTo("m@12/labeled-3");
    assertThat(text(second.toBytes())).isEqualTo("m@12/labeled-3/1");
    assertThat(EvaluationKey.of(first.toBytes())).isEqualTo(first);
    assertThat(EvaluationKey.of(second.toBytes())).isEqualTo(second);
    assertThat(first.modelVersion()).isEqualTo("m@12");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "m@1", "m/s", "m@0/s", "m@1/s/0", "m@1/s/x", "m@1234567890/s"})
  void shouldRefuseWhatIsNoKeyOfAnEvaluation(String key) {
    assertThatThrownBy(() -> EvaluationKey.of(key == null ? null : bytes(key)))
        .isInstanceOf(BadRecordException.class)
        .hasMessage("'%s' is not an evaluation key model@version/source", key == null ? "" : key);
  }
}
