package io.bayou.model.logistic;

import io.bayou.model.Description;
import io.bayou.model.Description.Token;
import io.bayou.model.learner.ClassTable;
import io.bayou.model.stat.Vocabulary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Describes a regression: the weight of every input in every class. */
final class LogisticDescription {
  private static final int MAX_TOKENS = 20;

  private final LogisticState state;
  private final Description out;
  private final Logit logit = new Logit();

  LogisticDescription(LogisticState state, Description out) {
    this.state = state;
    this.out = out;
  }

  void describe() {
    state.solve();
    ClassTable classes = state.classes;
    double total = 0.0;
    for (int c = 0; c < classes.size(); c++) {
      total += classes.weight(c);
    }
    for (int c = 0; c < classes.size(); c++) {
      out.beginClass(classes.label(c), classes.examples(c), classes.weight(c));
      out.share(classes.weight(c), total);
      describe(state.weights().get(c));
      for (int k = 0; k < state.texts.size(); k++) {
        describe(c, state.texts.get(k));
      }
    }
  }

  private void describe(ClassWeights weights) {
    out.weight("", "", weights.mean(0), Math.sqrt(weights.variance(0)));
    for (int j = 0; j < state.standardizer.size(); j++) {
      if (j < Evidence.DENSE) {
        logit.mean = weights.mean(j + 1);
        logit.variance = weights.variance(j + 1);
      } else {
        weights.extra(j, state.standardizer.ratio(j), logit);
      }
      out.weight(state.columns.number(j), "", logit.mean, Math.sqrt(logit.variance));
    }
    for (int cell = 0; cell < state.columns.cells().size(); cell++) {
      if (state.columns.isNamed(cell)) {
        weights.cell(cell, logit);
        String name = state.columns.nameOfCell(cell);
        String value = state.columns.valueOfCell(cell);
        out.weight(name, value, logit.mean, Math.sqrt(logit.variance));
      }
    }
  }

  private void describe(int c, TextInput text) {
    if (text.counts().total() > 0.0) {
      List<Token> largest = largestWeights(c, text);
      out.tokens(text.name(), text.counts().total(), text.counts().held(), largest);
    }
  }

  private List<Token> largestWeights(int c, TextInput text) {
    Vocabulary vocabulary = text.vocabulary();
    List<Token> tokens = new ArrayList<>();
    for (int b = 0; b < vocabulary.buckets(); b++) {
      for (int i = 0; i < vocabulary.size(b); i++) {
        int id = vocabulary.member(b, i);
        text.weighToken(c, id, logit);
        if (logit.mean > 0.0) {
          double deviation = Math.sqrt(logit.variance);
          double count = text.counts().count(id);
          tokens.add(new Token(vocabulary.token(id), count, logit.mean, deviation));
        }
      }
    }
    tokens.sort(Comparator.comparingDouble(Token::logOdds).reversed().thenComparing(Token::token));
    return List.copyOf(tokens.subList(0, Math.min(MAX_TOKENS, tokens.size())));
  }
}
