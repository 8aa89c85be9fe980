package io.bayou.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.bench.chaos.PassingLabels.Finding;
import io.bayou.bench.chaos.PassingLabels.Label;
import io.bayou.bench.chaos.PassingLabels.Last;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The model in the end was created at 100 and known everywhere at 120. */
class PassingLabelsTest {
  private static final Last MODEL = new Last(100, 120);

  private final List<Label> labels = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();

  @Test
  void shouldAcceptLabelsThatWereReplacedRefusedOrLearned() {
    accountedFor();

    PassingLabels proof = proof();

    assertThat(proof.failures()).isEmpty();
    assertThat(proof.lost()).isZero();
    assertThat(proof.doubled()).isZero();
    assertThat(proof.replaced()).isEqualTo(1);
    assertThat(proof.learned()).isEqualTo(2);
  }

  @Test
  void shouldMissALabelThatWasLearnedByNobody() {
    accountedFor();
    labels.add(new Label(0, 55, 125, 0)); // within what the model covers

    assertThat(proof().lost()).isEqualTo(1);
    assertThat(proof().failures())
        .containsExactly(
            "bayou.labeled-0 has learned 2 labels; acknowledged and not refused are 3");
  }

  @Test
  void shouldMissALabelThatWasNotRefusedAfterOthersWere() {
    accountedFor();
    labels.set(3, new Label(0, 40, 112, 0));

    assertThat(proof().lost()).isEqualTo(1);
    assertThat(proof().failures())
        .containsExactly("the label at bayou.labeled-0@40 was neither learned nor refused");
  }

  @Test
  void shouldMissALabelThatNoPredecessorCanHaveLearned() {
    accountedFor();
    labels.add(new Label(1, 7, 119, 0));
    findings.add(new Finding("bayou.labeled-1", 0, 8, 1, "not_published"));
    assertThat(proof().failures()).isEmpty();

    labels.add(new Label(1, 9, 121, 0));
    findings.set(2, new Finding("bayou.labeled-1", 0, 10, 2, "not_published"));

    assertThat(proof().lost()).isEqualTo(1);
    assertThat(proof().failures())
        .containsExactly("the label at bayou.labeled-1@9 was neither learned nor refused");
  }

  @Test
  void shouldMissALabelBeyondWhatIsCovered() {
    accountedFor();
    labels.add(new Label(0, 70, 130, 0));

    assertThat(proof().lost()).isEqualTo(1);
    assertThat(proof().failures())
        .containsExactly("the label at bayou.labeled-0@70 was neither learned nor refused");
  }

  @Test
  void shouldNoticeALabelThatWasLearnedThoughRefused() {
    accountedFor();
    labels.set(4, new Label(0, 50, 121, 1));

    assertThat(proof().doubled()).isEqualTo(1);
    assertThat(proof().failures())
        .containsExactly(
            "bayou.labeled-0 has learned 2 labels; acknowledged and not refused are 1");
  }

  @Test
  void shouldNoticeTwoDeadLettersOfALabel() {
    accountedFor();
    labels.set(0, new Label(0, 10, 90, 2));

    assertThat(proof().failures()).containsExactly("the label at bayou.labeled-0@10 has 2 letters");
  }

  @Test
  void shouldNoticeAGapThatTheLedgerDoesNotExplain() {
    accountedFor();
    findings.set(1, new Finding("bayou.labeled-0", 0, 50, 4, "not_covered"));

    assertThat(proof().failures())
        .containsExactly("bayou.labeled-0 lacks 4 labels; acknowledged are 3");
    assertThat(new PassingLabels(labels, findings, MODEL, 1).failures())
        .as("one that was not acknowledged may be there")
        .isEmpty();
  }

  @Test
  void shouldNoticeASourceOfWhichNothingWasSent() {
    findings.add(new Finding("bayou.labeled-3", 0, 5, 2, "equal"));

    assertThat(proof().doubled()).isEqualTo(2);
    assertThat(proof().failures()).hasSize(1);
  }

  @Test
  void shouldReadALineOfVerify() {
    assertThat(
            Finding.of(
                "{\"source\":\"bayou.labeled-0\",\"from\":3,\"to\":9,\"examples\":2,"
                    + "\"verdict\":\"not_covered\",\"detail\":\"\"}"))
        .isEqualTo(new Finding("bayou.labeled-0", 3, 9, 2, "not_covered"));
  }

  private PassingLabels proof() {
    return new PassingLabels(labels, findings, MODEL, 0);
  }

  private void accountedFor() {
    labels.add(new Label(0, 10, 90, 0)); // learned by a model that is deleted
    labels.add(new Label(0, 20, 102, 0)); // learned by it, since nobody had heard of the deletion
    labels.add(new Label(0, 30, 110, 1));
    labels.add(new Label(0, 40, 112, 1));
    labels.add(new Label(0, 50, 121, 0));
    labels.add(new Label(0, 60, 122, 0));
    findings.add(new Finding("bayou.labeled-0", 50, 61, 2, "equal"));
    findings.add(new Finding("bayou.labeled-0", 0, 50, 3, "not_covered"));
  }
}
