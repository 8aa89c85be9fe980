package io.bayou.model.ensemble;

import io.bayou.model.Learner;
import io.bayou.model.ScoringForm;
import io.bayou.model.spec.AverageSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** The members of an average that have a part in its answers, with their weights. */
final class AverageScoring {
  private AverageScoring() {}

  /**
   * @param maxFeatures by member, beyond how many values it leaves an event out; negative if never
   */
  static ScoringForm form(
      AverageSpec average, Learner[] members, MemberWeights weights, IntUnaryOperator maxFeatures) {
    List<ScoringForm> forms = new ArrayList<>();
    for (int i = 0; i < members.length; i++) {
      if (!weights.isResting(i)) {
        ScoringForm form =
            new ScoringForm()
                .text("name", average.members().get(i).name())
                .number("weight", weights.weight(i));
        int limit = maxFeatures.applyAsInt(i);
        if (limit >= 0) {
          form.integer("maxFeatures", limit);
        }
        forms.add(form.form("scorer", members[i].scoringForm()));
      }
    }
    return new ScoringForm("average").forms("members", forms);
  }
}
