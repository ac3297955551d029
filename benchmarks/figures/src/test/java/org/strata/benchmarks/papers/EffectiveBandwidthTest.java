package org.strata.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.benchmarks.papers.EffectiveBandwidth.Pattern;
import org.strata.benchmarks.papers.EffectiveBandwidth.Result;
import org.strata.opal.memory.Memory;
import org.strata.testkit.LongRun;

import java.lang.foreign.Arena;
import java.util.Map;

/** P2's b_eff is computed: where the system places memory does not change it. */
class EffectiveBandwidthTest {
    private static Result ring(String protocol) {
        return EffectiveBandwidth.measure(
                protocol, new AdapterTimes().costs(), 1, Map.of(), Pattern.RING, true);
    }

    @Test
    @LongRun
    void theSameWhereverMemoryIs() {
        for (String protocol : new String[] {"leave_pinned", "pipeline_leave_pinned"}) {
            Result first = ring(protocol);
            try (Arena arena = Arena.ofConfined()) {
                // Moves what the next job allocates, by no multiple of a piece.
                for (int pages = 1; pages < 200; pages += 2) {
                    Memory.allocate(arena, pages * 4096L, 4096);
                }
                assertThat(ring(protocol)).as(protocol).isEqualTo(first);
            }
        }
    }
}
