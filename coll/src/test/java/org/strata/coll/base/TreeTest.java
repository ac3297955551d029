package org.strata.coll.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Every kind of tree spans all ranks; those that claim it keep rank order. */
class TreeTest {
    enum Kind {
        CHAIN,
        CHAINS,
        HEAP,
        BINOMIAL,
        KNOMIAL,
        IN_ORDER;

        Tree tree(int rank, int size, int root) {
            return switch (this) {
                case CHAIN -> Tree.chain(rank, size, root, 1);
                case CHAINS -> Tree.chain(rank, size, root, 3);
                case HEAP -> Tree.complete(rank, size, root, 2);
                case BINOMIAL -> Tree.binomial(rank, size, root);
                case KNOMIAL -> Tree.knomial(rank, size, root, 3);
                case IN_ORDER -> Tree.inOrder(rank, size, root);
            };
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void spansAllRanksInOrder(Kind kind) {
        for (int size = 2; size < 40; size++) {
            for (int root = 0; root < size; root++) {
                List<Integer> order = new ArrayList<>();
                walk(kind, root, size, root, -1, order);
                assertThat(order).as("%s of %d at %d", kind, size, root).hasSize(size);
                assertThat(order).doesNotHaveDuplicates();
                int first = kind == Kind.IN_ORDER ? 0 : root;
                for (int i = 0; kind != Kind.HEAP && i < size; i++) {
                    assertThat(order.get(i)).isEqualTo((first + i) % size);
                }
            }
        }
    }

    /** Visits the lower children, the node, the higher children, and checks the parent's name. */
    private static void walk(
            Kind kind, int rank, int size, int root, int parent, List<Integer> order) {
        Tree tree = kind.tree(rank, size, root);
        assertThat(tree.parent()).isEqualTo(parent);
        int[] below = tree.below();
        for (int i = below.length - 1; i >= 0; i--) {
            walk(kind, below[i], size, root, rank, order);
        }
        order.add(rank);
        Arrays.stream(tree.above()).forEach(child -> walk(kind, child, size, root, rank, order));
    }
}
