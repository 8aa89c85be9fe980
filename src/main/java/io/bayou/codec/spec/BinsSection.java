package io.bayou.codec.spec;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.model.spec.Bins;
import io.bayou.model.spec.FeatureType;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The intervals of a binned feature: edges, or a range and a number of equal bins. */
final class BinsSection {
  static final List<String> KEYS = List.of("edges", "from", "to", "bins");

  private BinsSection() {}

  static Optional<Bins> read(SpecNode node, SpecFields fields, FeatureType type) {
    for (String key : KEYS) {
      fields.get(key).ifPresent(value -> requireBinned(value, type));
    }
    if (fields.get("edges").isPresent()) {
      fields
          .get("from")
          .or(() -> fields.get("to"))
          .or(() -> fields.get("bins"))
          .ifPresent(BinsSection::refuseBoth);
      SpecNode edges = fields.require("edges");
      List<Double> numbers = edges.list().stream().map(SpecNode::number).toList();
      return Optional.of(edges.build(() -> new Bins(numbers)));
    }
    if (KEYS.stream().allMatch(key -> fields.get(key).isEmpty())) {
      return Optional.empty();
    }
    double from = fields.require("from").number();
    double to = fields.require("to").number();
    int count = fields.require("bins").count();
    return Optional.of(node.build(() -> Bins.equalWidth(from, to, count)));
  }

  private static void requireBinned(SpecNode value, FeatureType type) {
    if (type != FeatureType.BINNED) {
      throw value.fail(value.path() + " is for binned features, this one is " + type.key());
    }
  }

  private static void refuseBoth(SpecNode value) {
    throw value.fail(value.path() + " does not go with edges; leave out one of them");
  }

  static void write(Bins bins, JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("edges");
    for (double edge : bins.edges()) {
      out.writeNumber(edge);
    }
    out.writeEndArray();
  }
}
