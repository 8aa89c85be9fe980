package io.bayou.model.learner;

import io.bayou.model.ClassScores;
import io.bayou.model.Features;
import io.bayou.model.Flag;
import io.bayou.model.JointPredictor;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Refusals.Reason;

/** Predicts with two learners made of blocks. */
final class JointBlockPredictor implements JointPredictor {
  private final BlockLearner learner;
  private final BlockState state;
  private final ClassPrior classPrior;
  private final GatheredEvent event;
  private final Addend addend = new Addend();
  private final ClassScores prior = new ClassScores();

  /* What was gathered and joined: events are answered several times, by different factors. */
  private Features joined;
  private int joinedRevision;
  private BlockState joinedTo;
  private long version;
  private long joinedVersion;

  JointBlockPredictor(BlockLearner learner, BlockState state, ClassPrior classPrior) {
    this.learner = learner;
    this.state = state;
    this.classPrior = classPrior;
    event = new GatheredEvent(state);
  }

  @Override
  public boolean predict(Features x, Learner other, double factor, Posterior answer) {
    BlockState more = ((BlockLearner) other).state();
    if (!isJoinable() || !addend.set(state.classes(), more.classes(), state.decay(), factor)) {
      return false;
    }
    if (!isJoined(x, more)) {
      join(x, more);
    }
    answer.begin(state.classes().labels());
    score(answer);
    classPrior.fill(state.classes(), more.classes(), addend, prior);
    answer.setPrior(prior);
    answer.finish();
    if (!state.space().isLikelihood()) {
      answer.withoutEvidence();
    }
    return true;
  }

  private boolean isJoinable() {
    for (Block block : state.space().active()) {
      if (!block.isJoinable()) {
        return false;
      }
    }
    return true;
  }

  private boolean isJoined(Features x, BlockState more) {
    return x == joined
        && x.revision() == joinedRevision
        && more == joinedTo
        && state.version() == version
        && more.version() == joinedVersion;
  }

  private void join(Features x, BlockState more) {
    event.gather(x);
    learner.read(event);
    for (int b = 0; b < event.active().length; b++) {
      event.active()[b].join(more.blocks().get(state.space().active(b)));
    }
    joined = x;
    joinedRevision = x.revision();
    joinedTo = more;
    version = state.version();
    joinedVersion = more.version();
  }

  private void score(Posterior answer) {
    int present = 0;
    for (BlockEvent ofBlock : event.active()) {
      ofBlock.scoreJoined(addend, answer.likelihood(), answer);
      present += ofBlock.present();
    }
    long changed = event.leftOut().of(Reason.TYPE_CHANGED);
    if (changed > 0) {
      answer.raise(Flag.TYPE_CHANGED);
    }
    if (present + changed < state.space().size()) {
      answer.raise(Flag.MISSING_FEATURE);
    }
  }
}
