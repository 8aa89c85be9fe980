package io.bayou.model.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpanningTreeTest {
  private final SpanningTree tree = new SpanningTree();

  @Test
  void shouldTakeTheHeaviestEdges() {
    // A cycle 0-1-2-3 with a chord: 0-3 (5), 2-3 (4), 1-2 (3); 0-1 (1) and 0-2 (2) would close one.
    double[][] weights = {{0, 1, 2, 5}, {0, 0, 3, 0}, {0, 0, 0, 4}};

    tree.grow(4, (low, high) -> weights[low][high]);

    assertThat(tree.parents()).containsExactly(-1, 2, 3, 0);
    assertThat(tree.order()).containsExactly(0, 3, 2, 1);
  }

  @Test
  void shouldReachTheLowerNodeFirstAmongEquals() {
    tree.grow(4, (low, high) -> 1.0);

    assertThat(tree.parents()).containsExactly(-1, 0, 0, 0);
    assertThat(tree.order()).containsExactly(0, 1, 2, 3);
  }

  @Test
  void shouldLeaveAForestWhereNoWeightIsPositive() {
    tree.grow(4, (low, high) -> low == 1 && high == 3 ? 0.5 : -0.5);

    assertThat(tree.parents()).containsExactly(-1, -1, -1, 1);
    assertThat(tree.order()).containsExactly(0, 1, 3, 2);
  }

  @Test
  void shouldForgetTheFormerTree() {
    tree.grow(3, (low, high) -> 7.0);
    tree.grow(3, (low, high) -> low == 1 ? 1.0 : 0.0);

    assertThat(tree.parents()).containsExactly(-1, -1, 1);
  }

  @Test
  void shouldGrowNothingFromNothing() {
    tree.grow(0, (low, high) -> 1.0);

    assertThat(tree.parents()).isEmpty();
    assertThat(tree.order()).isEmpty();
  }
}
