package io.bayou.model.ensemble;

import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import java.util.Arrays;
import java.util.TreeSet;

/** Averages the posteriors of several hypotheses by their weights. */
final class Mixture {
  /* The flags of a member that also hold for the average. */
  private static final Flag[] INHERITED = {
    Flag.UNKNOWN_VALUE, Flag.MISSING_FEATURE, Flag.TYPE_CHANGED, Flag.RIDGE, Flag.APPROXIMATE,
  };

  private String[] labels = {};

  private boolean[] asked = {};

  /**
   * Fills in the average over the classes that any member knows; empty if none does.
   *
   * @param membersAsked whose answers are used
   */
  void mix(Posterior[] answers, boolean[] membersAsked, MemberWeights weights, Posterior out) {
    asked = membersAsked;
    align(answers);
    out.begin(labels);
    for (int c = 0; c < labels.length; c++) {
      // A mixture is not a product of prior and likelihood: both are the posterior.
      double log = Math.min(0.0, logProbability(answers, weights, c));
      out.set(c, log, log);
    }
    for (int i = 0; i < answers.length; i++) {
      if (asked[i] && !answers[i].flags().isEmpty()) {
        inheritFlags(answers[i], out);
      }
    }
    out.finish();
    out.withoutEvidence();
  }

  private double logProbability(Posterior[] answers, MemberWeights weights, int c) {
    double sum = 0.0;
    for (int i = 0; i < answers.length; i++) {
      sum += asked[i] ? weights.weight(i) * probability(answers[i], c) : 0.0;
    }
    return sum > 0.0 ? Math.log(sum) : largestTerm(answers, weights, c);
  }

  /* The largest term replaces a sum whose terms all underflow. */
  private double largestTerm(Posterior[] answers, MemberWeights weights, int c) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < answers.length; i++) {
      Posterior answer = answers[i];
      int k = asked[i] ? answer.indexOf(labels[c]) : -1;
      if (k >= 0 && !answer.flags().contains(Flag.IMPOSSIBLE)) {
        double odds = answer.logJoint(k) - answer.logJoint(answer.best());
        double log = odds + Math.log(answer.probability(answer.best()));
        largest = Math.max(largest, log + Math.log(weights.weight(i)));
      }
    }
    return largest;
  }

  private double probability(Posterior answer, int c) {
    return answer.size() == labels.length ? answer.probability(c) : answer.probabilityOf(labels[c]);
  }

  /* Members learn the same labels, so mostly all of them know the same classes. */
  private void align(Posterior[] answers) {
    for (int i = 0; i < answers.length; i++) {
      if (asked[i] && !isAligned(answers[i])) {
        String[] known = union(answers);
        labels = Arrays.equals(known, labels) ? labels : known;
        return;
      }
    }
  }

  private String[] union(Posterior[] answers) {
    TreeSet<String> union = new TreeSet<>();
    for (int i = 0; i < answers.length; i++) {
      for (int c = 0; asked[i] && c < answers[i].size(); c++) {
        union.add(answers[i].label(c));
      }
    }
    return union.toArray(String[]::new);
  }

  private boolean isAligned(Posterior answer) {
    if (answer.size() != labels.length) {
      return false;
    }
    for (int c = 0; c < labels.length; c++) {
      if (!answer.label(c).equals(labels[c])) {
        return false;
      }
    }
    return true;
  }

  private static void inheritFlags(Posterior answer, Posterior out) {
    for (Flag flag : INHERITED) {
      if (answer.flags().contains(flag)) {
        out.raise(flag);
      }
    }
  }
}
