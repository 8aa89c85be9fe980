package io.bayou.model.forest;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Compares trees with the sums over all prunings that they stand for. */
class CountTreeTest {
  private static final int CLASSES = 3;

  private record Item(long key, int c) {}

  @Test
  void shouldHaveTheEvidenceOfAllPrunings() {
    forAll(
        200,
        random -> {
          List<Item> items = items(random);
          CountTree tree = tree(items);

          assertThat(tree.logEvidence()).isCloseTo(Math.log(evidence(items)), within(1e-9));
        });
  }

  /** If the key has come before, so that the label of one more does not change the tree. */
  @Test
  void shouldPredictByTheRatioOfEvidence() {
    forAll(
        200,
        random -> {
          List<Item> items = items(random);
          CountTree tree = tree(items);
          long key = items.get(random.nextInt(items.size())).key();
          for (int c = 0; c < CLASSES; c++) {
            List<Item> more = new ArrayList<>(items);
            more.add(new Item(key, c));

            assertThat(probability(tree, key, c))
                .isCloseTo(evidence(more) / evidence(items), within(1e-9));
          }
        });
  }

  @Test
  void shouldGiveEveryKeyProbabilitiesThatSumToOne() {
    forAll(
        200,
        random -> {
          CountTree tree = tree(items(random));
          long key = random.nextLong();
          double sum = 0.0;
          for (int c = 0; c < CLASSES; c++) {
            sum += probability(tree, key, c);
          }
          assertThat(sum).isCloseTo(1.0, within(1e-12));
        });
  }

  @Test
  void shouldKeepAsManyBitsAsThereIsRoomFor() {
    CountTree tree = new CountTree(new LeafEvidence(1));
    for (long i = 0; i < 8; i++) {
      add(tree, new Item(i << 61, 0));
    }

    assertThat(tree.limit(8)).isFalse();
    assertThat(tree.depth()).isEqualTo(64);
    assertThat(tree.limit(7)).isTrue();
    assertThat(tree.depth()).isEqualTo(2);
    assertThat(tree.leaves()).isEqualTo(4);
    assertThat(tree.total()).isEqualTo(8.0);
    assertThat(tree.limit(1)).isTrue();
    assertThat(tree.depth()).isZero();
    add(tree, new Item(-1L, 0));
    assertThat(tree.leaves()).isEqualTo(1);
  }

  private static CountTree tree(List<Item> items) {
    CountTree tree = new CountTree(new LeafEvidence(CLASSES));
    items.forEach(item -> add(tree, item));
    return tree;
  }

  private static void add(CountTree tree, Item item) {
    TreePath path = new TreePath();
    if (!tree.isEmpty()) {
      follow(tree, item.key(), path);
    }
    tree.add(item.key(), path, item.c(), 1.0);
  }

  private static void follow(CountTree tree, long key, TreePath path) {
    tree.begin(path);
    while (tree.descend(key, path)) {}
  }

  private static double probability(CountTree tree, long key, int c) {
    TreePath path = new TreePath();
    follow(tree, key, path);
    tree.weigh(key, path);
    double p = 0.0;
    for (int i = 0; i < path.size(); i++) {
      p += path.weight(i) * tree.estimate(path.node(i), c);
    }
    return p;
  }

  /* Keys share long prefixes, and some are equal. */
  private static List<Item> items(RandomGenerator random) {
    List<Item> items = new ArrayList<>();
    for (int i = random.nextInt(12); i >= 0; i--) {
      long key = random.nextLong(4) << 62 | random.nextLong(4) << 30 | random.nextLong(2);
      items.add(new Item(key, random.nextInt(CLASSES)));
    }
    return items;
  }

  /* Half of the weight is on a leaf, half on the parts of the first bit in which keys differ. */
  private static double evidence(List<Item> items) {
    long differing = 0;
    for (Item item : items) {
      differing |= item.key() ^ items.get(0).key();
    }
    if (differing == 0) {
      return oneByOne(items);
    }
    long bit = Long.highestOneBit(differing);
    List<Item> ones = items.stream().filter(item -> (item.key() & bit) != 0).toList();
    List<Item> zeros = items.stream().filter(item -> (item.key() & bit) == 0).toList();
    return 0.5 * oneByOne(items) + 0.5 * evidence(ones) * evidence(zeros);
  }

  private static double oneByOne(List<Item> items) {
    double[] counts = new double[CLASSES];
    double product = 1.0;
    for (int n = 0; n < items.size(); n++) {
      int c = items.get(n).c();
      product *= (counts[c] + 1.0 / CLASSES) / (n + 1.0);
      counts[c]++;
    }
    return product;
  }
}
