package io.bayou.model.ensemble;

import io.bayou.model.Flag;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.RowSink;
import io.bayou.model.RowSink.RowContent;
import io.bayou.model.ScoringForm;
import io.bayou.model.StateReader;
import io.bayou.model.spec.AnswerSpec;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares the answers of another learner with its earlier ones. A class is in the prediction set
 * unless it is less probable than it mostly was where it was true (label-conditional conformal
 * prediction), and an event is novel if hardly any that was predicted alike had less evidence.
 */
public final class ReferenceLearner extends EnclosingLearner<ReferenceLearner> {
  private static final String REFERENCE = "reference";
  private static final String MISSES = "misses";

  private final boolean hasSets;
  private final double miss; // the share of events whose class may be missing in the set
  private final double novelty; // the share of events that may be novel; 0: not looked at
  private final Map<String, AnswerReference> classes = new TreeMap<>();

  public ReferenceLearner(Learner learner) {
    super(ReferenceLearner.class, learner);
    AnswerSpec answers = learner.spec().answers();
    hasSets = answers.coverage().isPresent();
    miss = 1.0 - answers.coverage().orElse(1.0);
    novelty = answers.novelty().orElse(0.0);
  }

  private final class Compared extends Reading {
    private String[] labels = {};
    private double[] probabilities = {};
    private boolean[] inSet = {};
    private double logEvidence;
    private int best;

    @Override
    void read(Posterior answer) {
      labels = answer.labels();
      best = answer.best();
      logEvidence = answer.logEvidence();
      if (probabilities.length < labels.length) {
        probabilities = new double[labels.length];
        inSet = new boolean[labels.length];
      }
      for (int c = 0; c < labels.length; c++) {
        probabilities[c] = answer.probability(c);
      }
    }

    @Override
    void complete(Posterior answer) {
      for (int c = 0; hasSets && c < labels.length; c++) {
        AnswerReference reference = classes.get(labels[c]);
        inSet[c] = reference == null || reference.isUsual(probabilities[c]);
      }
      if (hasSets) {
        answer.choose(inSet);
      }
      AnswerReference predicted = best < 0 ? null : classes.get(labels[best]);
      if (predicted != null && predicted.isNovel(logEvidence)) {
        answer.raise(Flag.NOVEL);
      }
    }

    @Override
    void learn(String label, double weight) {
      int c = Arrays.binarySearch(labels, label);
      if (hasSets && c >= 0) {
        reference(label).addProbability(probabilities[c]);
      }
      if (novelty > 0.0 && best >= 0 && Double.isFinite(logEvidence)) {
        reference(labels[best]).addEvidence(logEvidence);
      }
    }
  }

  private AnswerReference reference(String label) {
    return classes.computeIfAbsent(label, k -> new AnswerReference(miss, novelty));
  }

  @Override
  ScoringForm ownForm() {
    ScoringForm references = new ScoringForm();
    classes.forEach((label, reference) -> references.form(label, reference.scoringForm()));
    return new ScoringForm("reference").flag("sets", hasSets).form("classes", references);
  }

  @Override
  Reading newReading() {
    return new Compared();
  }

  @Override
  void addOwn(ReferenceLearner other) {
    other.classes.forEach((label, reference) -> reference(label).merge(reference));
  }

  @Override
  void replaceOwn(ReferenceLearner other) {
    classes.clear();
    addOwn(other);
  }

  @Override
  void ownRows(RowSink sink) {
    classes.forEach((label, reference) -> row(label, reference, sink));
  }

  @Override
  void changedOwnRows(RowSink sink) {
    classes.forEach(
        (label, reference) -> {
          if (reference.takeChanged()) {
            row(label, reference, sink);
          }
        });
  }

  private void row(String label, AnswerReference reference, RowSink sink) {
    row(REFERENCE, label, reference::write, sink);
    if (hasSets) {
      row(MISSES, label, reference::writeMisses, sink);
    }
  }

  private static void row(String kind, String label, RowContent content, RowSink sink) {
    sink.row(
        kind + "/" + label,
        out -> {
          out.text(kind);
          out.text(label);
          content.writeTo(out);
        });
  }

  /* The rows of a label come in any order. */
  @Override
  boolean restoreOwn(String kind, StateReader row) {
    switch (kind) {
      case REFERENCE -> reference(row.text()).read(row);
      case MISSES -> reference(row.text()).readMisses(row);
      default -> {
        return false;
      }
    }
    return true;
  }
}
