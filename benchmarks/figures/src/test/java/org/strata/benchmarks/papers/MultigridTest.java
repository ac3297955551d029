package org.strata.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The messages of P4's program. */
class MultigridTest {
    private static final int RANKS = 128;
    private static final int NEIGHBOURS = 26;
    private static final int LEVELS = 6;

    private final Multigrid multigrid = new Multigrid(RANKS);

    @Test
    void messagesShrinkWhilePeersGrow() {
        List<HaloStep> cycle = multigrid.cycle(5);
        assertThat(multigrid.grid()).containsExactly(8, 4, 4);
        assertThat(cycle).hasSize(3 * LEVELS);
        HaloStep finest = cycle.getFirst();
        HaloStep coarsest = cycle.get(2 * LEVELS);
        assertThat(finest.halo()).hasSize(NEIGHBOURS);
        assertThat(bytes(finest)).contains(45 * 45 * 8, 45 * 8, 8);
        assertThat(coarsest.halo()).hasSize(7 * 4 * 4 - 1);
        assertThat(bytes(coarsest)).containsOnly(8);
        for (int level = 1; level < LEVELS; level++) {
            HaloStep before = cycle.get(2 * level - 1);
            HaloStep step = cycle.get(2 * level);
            assertThat(step.bytes()).isLessThan(before.bytes());
            assertThat(step.halo()).hasSizeGreaterThanOrEqualTo(before.halo().size());
        }
    }

    private static List<Integer> bytes(HaloStep step) {
        return step.halo().stream().map(HaloStep.Part::bytes).toList();
    }

    /** What a rank sends in an exchange is what its peer receives in it. */
    @Test
    void bothSidesExpectTheSame() {
        for (int ranks : new int[] {2, 8, 12, RANKS}) {
            Multigrid of = new Multigrid(ranks);
            Map<List<Integer>, Integer> sent = new HashMap<>();
            for (int rank = 0; rank < ranks; rank++) {
                List<HaloStep> cycle = of.cycle(rank);
                for (int step = 0; step < cycle.size(); step++) {
                    for (HaloStep.Part part : cycle.get(step).halo()) {
                        sent.put(List.of(step, rank, part.peer()), part.bytes());
                    }
                }
            }
            sent.forEach((message, bytes) -> {
                List<Integer> back = List.of(message.get(0), message.get(2), message.get(1));
                assertThat(sent).containsEntry(back, bytes);
            });
        }
    }
}
