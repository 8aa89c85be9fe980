package io.bayou.model;

/**
 * The laws that every learner keeps. A test of a new learner implements this and {@link
 * #randomSpec}; a learner that cannot promise all of them implements those that it can.
 */
public interface LearnerContract
    extends PredictionLaws,
        StateLaws,
        MergeLaws,
        RetractLaws,
        ExplanationLaws,
        FiniteLaws,
        DistributionLaws,
        FitLaws {}
