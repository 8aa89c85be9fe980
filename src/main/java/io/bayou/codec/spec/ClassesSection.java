package io.bayou.codec.spec;

import io.bayou.model.spec.AverageSpec;
import io.bayou.model.spec.ClassesSpec;
import io.bayou.model.spec.DecideSpec;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.LabelsSpec;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** {@code classes}: the labels that are learned. */
final class ClassesSection {
  private ClassesSection() {}

  static ClassesSpec read(SpecNode value) {
    SpecFields fields = SpecFields.of(value.orMapOf("known"), "known", "others");
    SortedSet<String> names = new TreeSet<>();
    for (SpecNode item : fields.require("known").list()) {
      if (!names.add(item.text())) {
        throw item.fail(item.path() + ": '" + item.text() + "' is given twice");
      }
    }
    Optional<String> others = fields.get("others").map(SpecNode::text);
    return value.build(() -> new ClassesSpec(names, others));
  }

  static Object write(ClassesSpec classes) {
    List<String> names = List.copyOf(classes.names());
    return classes.others().isEmpty()
        ? names
        : new TreeMap<>(Map.of("known", names, "others", classes.others().get()));
  }

  /** Checks that the other sections name no other class: what they say would never come true. */
  static void check(Map<String, SpecNode> entries, ModelSpec spec) {
    SpecNode node = entries.get("classes");
    if (node == null) {
      return;
    }
    int size = spec.classes().orElseThrow().all().size();
    if (size > spec.limits().classes()) {
      throw node.fail(
          "classes lists %d classes, limits.classes allows %d"
              .formatted(size, spec.limits().classes()));
    }
    require(node, spec, "prior", spec.prior().classes());
    require(node, spec, "tables", spec.network().givenClasses());
    spec.input()
        .flatMap(InputSpec::label)
        .ifPresent(label -> require(node, spec, "input.label", label.map().values()));
    spec.labels().ifPresent(labels -> requireLabels(node, spec, labels));
    spec.answers().decide().ifPresent(decide -> requireDecide(node, spec, decide));
    for (AverageSpec.Member member : spec.average().map(AverageSpec::members).orElse(List.of())) {
      require(node, spec, "member '" + member.name() + "'", member.spec().givenClasses());
    }
  }

  private static void requireLabels(SpecNode node, ModelSpec spec, LabelsSpec labels) {
    require(node, spec, "labels.label", labels.label().map().values());
    require(node, spec, "labels.default", labels.otherwise().stream().toList());
  }

  private static void requireDecide(SpecNode node, ModelSpec spec, DecideSpec decide) {
    List<String> labels = new ArrayList<>(decide.costs().keySet());
    decide.costs().values().forEach(row -> labels.addAll(row.keySet()));
    require(node, spec, "decide.costs", labels);
    require(node, spec, "decide.thresholds", decide.thresholds().keySet());
  }

  private static void require(
      SpecNode node, ModelSpec spec, String where, Collection<String> labels) {
    for (String label : labels) {
      SortedSet<String> known = spec.classes().orElseThrow().all();
      if (!known.contains(label)) {
        throw node.fail(
            "%s names '%s', which is none of the classes %s; add it to classes, or correct it"
                .formatted(where, label, known));
      }
    }
  }
}
