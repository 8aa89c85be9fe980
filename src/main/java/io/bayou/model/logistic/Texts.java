package io.bayou.model.logistic;

import io.bayou.model.Refusals;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The text features of a regression, numbered as they appear. */
final class Texts {
  private final ModelSpec spec;
  private final Refusals refusals;
  private final List<TextInput> inputs = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private int classes;
  private int revision;

  Texts(ModelSpec spec, Refusals refusals) {
    this.spec = spec;
    this.refusals = refusals;
  }

  /** Changes whenever a feature is opened or renumbered. */
  int revision() {
    return revision;
  }

  int size() {
    return inputs.size();
  }

  TextInput get(int k) {
    return inputs.get(k);
  }

  List<String> names() {
    return inputs.stream().map(TextInput::name).toList();
  }

  /** An upper bound of the buckets that ever held a token. */
  int buckets() {
    return inputs.stream().mapToInt(i -> i.counts().touched().length()).max().orElse(0);
  }

  int find(String name) {
    return numbers.getOrDefault(name, -1);
  }

  void open(String name) {
    TextInput input = new TextInput(name, spec, refusals);
    for (int c = 0; c < classes; c++) {
      input.openClass(c);
    }
    revision++;
    numbers.put(name, inputs.size());
    inputs.add(input);
  }

  /** Renumbers the features in the order of these names, which must be all of them. */
  void arrange(List<String> names) {
    List<TextInput> arranged = new ArrayList<>();
    names.forEach(name -> arranged.add(inputs.get(numbers.get(name))));
    revision++;
    inputs.clear();
    inputs.addAll(arranged);
    for (int k = 0; k < inputs.size(); k++) {
      numbers.put(inputs.get(k).name(), k);
    }
  }

  void openClass(int c) {
    classes++;
    for (TextInput input : inputs) {
      input.openClass(c);
    }
  }

  void removeClass(int c) {
    classes--;
    for (TextInput input : inputs) {
      input.removeClass(c);
    }
  }

  void markChanged() {
    for (TextInput input : inputs) {
      input.counts().changed().or(input.counts().touched());
    }
  }

  void scale(double factor) {
    for (int k = 0; k < inputs.size(); k++) {
      inputs.get(k).scale(factor);
    }
  }

  void clear() {
    inputs.forEach(TextInput::clear);
  }
}
