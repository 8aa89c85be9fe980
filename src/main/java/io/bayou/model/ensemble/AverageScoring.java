package io.bayou.model.ensemble;

import io.bayou.model.Learner;
import io.bayou.model.ScoringForm;
import io.bayou.model.spec.AverageSpec;
import java.util.ArrayList;
import java.util.List;

/** The members of an average that have a part in its answers, with their weights. */
final class AverageScoring {
  private AverageScoring() {}

  /**
   * @param maxValues by member, beyond how many values it leaves an event out
   */
  static ScoringForm form(
      AverageSpec average, Learner[] members, MemberWeights weights, int[] maxValues) {
    List<ScoringForm> forms = new ArrayList<>();
    for (int i = 0; i < members.length; i++) {
      if (!weights.isResting(i)) {
        ScoringForm form =
            new ScoringForm()
                .text("name", average.members().get(i).name())
                .number("weight", weights.weight(i));
        if (maxValues[i] < Integer.MAX_VALUE) {
          form.integer("maxFeatures", maxValues[i]);
        }
        forms.add(form.form("scorer", members[i].scoringForm()));
      }
    }
    return new ScoringForm("average").forms("members", forms);
  }
}
