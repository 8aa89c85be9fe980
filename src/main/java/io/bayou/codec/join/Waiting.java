package io.bayou.codec.join;

/** What waits in a join, or is on its way to it. */
public sealed interface Waiting permits Question, Label, LabeledQuestion, Tick {}
