package org.strata.pml.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.pml.TrafficVisitor.Traffic;
import org.strata.mca.proc.Proc;

import java.util.HashMap;
import java.util.Map;

/** Sums by peer, of communicators that are there and of those that were. */
class PeerTrafficTest {
    private final Proc one = new Proc(1, "node", 1, true);
    private final Proc two = new Proc(2, "node", 2, true);
    private final PeerTraffic sums = new PeerTraffic();

    /** A communicator in which something was exchanged with both, or with the first alone. */
    private PeerTraffic.Counted comm(Traffic withOne, Traffic withTwo) {
        PeerTraffic.Counted comm =
                visitor -> {
                    visitor.visit(null, one, withOne);
                    visitor.visit(null, two, withTwo);
                };
        sums.add(comm);
        return comm;
    }

    private Map<Proc, Traffic> seen() {
        Map<Proc, Traffic> seen = new HashMap<>();
        sums.visit((context, peer, exchanged) -> seen.merge(peer, exchanged, Traffic::plus));
        return seen;
    }

    @Test
    void aRemovedCommunicatorStaysInTheSum() {
        assertThat(sums.total()).isEqualTo(Traffic.NONE);
        PeerTraffic.Counted first = comm(new Traffic(1, 10, 2, 20), Traffic.NONE);
        PeerTraffic.Counted second = comm(new Traffic(3, 30, 0, 0), new Traffic(0, 0, 4, 40));
        Map<Proc, Traffic> all =
                Map.of(one, new Traffic(4, 40, 2, 20), two, new Traffic(0, 0, 4, 40));
        assertThat(seen()).isEqualTo(all);
        sums.remove(first);
        assertThat(seen()).isEqualTo(all);
        sums.remove(second);
        assertThat(seen()).isEqualTo(all);
        comm(new Traffic(1, 1, 1, 1), Traffic.NONE);
        assertThat(seen()).containsEntry(one, new Traffic(5, 41, 3, 21));
        assertThat(sums.total()).isEqualTo(new Traffic(5, 41, 7, 61));
    }

    /** Who has exchanged nothing is not named, before and after. */
    @Test
    void nobodyIsNamedForNothing() {
        PeerTraffic.Counted comm = comm(new Traffic(1, 0, 0, 0), Traffic.NONE);
        assertThat(seen()).containsOnlyKeys(one);
        sums.remove(comm);
        assertThat(seen()).containsOnlyKeys(one);
    }
}
