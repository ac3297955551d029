package org.strata.pml.base.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.pml.base.PayloadPool;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** Peers of small and large communicators, and the memory of a communicator. */
class MatchCommTest {
    private static final int RUNS = 20;
    private static final int MANY = 1024;

    private final PacketStore packets = new PacketStore(new PayloadPool());

    private static CommContext context(int size) {
        Proc[] procs = new Proc[size];
        for (int rank = 0; rank < size; rank++) {
            procs[rank] = new Proc(rank, "node", rank, true);
        }
        return new CommContext(0, 0, procs, 0);
    }

    @Test
    void everyRankHasOnePeer() {
        for (int size : new int[] {1, 2, 63, 64, 65, 80, 81, MANY}) {
            MatchComm comm = new MatchComm(context(size), packets, 0);
            List<MatchPeer> made = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                int rank = (int) (i * 7L % size);
                MatchPeer peer = comm.peer(rank);
                assertThat(peer.rank).isEqualTo(rank);
                assertThat(comm.peer(rank)).isSameAs(peer);
                if (!made.contains(peer)) {
                    made.addFirst(peer);
                }
            }
            List<MatchPeer> listed = new ArrayList<>();
            for (MatchPeer peer = comm.newest(); peer != null; peer = peer.older) {
                listed.add(peer);
            }
            assertThat(listed).isEqualTo(made);
        }
    }

    @Test
    void otherRanksAreRefused() {
        for (int size : new int[] {3, 64, 70}) {
            MatchComm comm = new MatchComm(context(size), packets, 0);
            for (int rank : new int[] {-1, size, size + 1, MANY}) {
                assertThatThrownBy(() -> comm.peer(rank))
                        .isInstanceOf(IndexOutOfBoundsException.class);
            }
        }
    }

    /**
     * Bytes that one run of the action allocates: the least of some runs, because the JVM itself
     * now and then allocates in a thread (a call site that is linked) and never takes anything
     * back.
     */
    private static long bytes(Runnable action) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < RUNS; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            action.run();
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    /** Without messages a communicator of a thousand ranks is as large as one of two. */
    @Test
    void memoryDoesNotGrowWithTheCommunicator() {
        CommContext small = context(2);
        CommContext large = context(MANY);
        assertThat(bytes(() -> new MatchComm(large, packets, 0)))
                .isEqualTo(bytes(() -> new MatchComm(small, packets, 0)));
    }

    /** With a peer at each distance that is a power of two, it grows with their number. */
    @Test
    void memoryGrowsWithThePeersThatAreUsed() {
        CommContext large = context(MANY);
        long peer = bytes(() -> new MatchPeer(new MatchComm(large, packets, 0), 0, 0, null));
        long all =
                bytes(() -> {
                    MatchComm comm = new MatchComm(large, packets, 0);
                    for (int bit = 1; bit < MANY; bit <<= 1) {
                        comm.peer(bit);
                    }
                });
        assertThat(all).isLessThan(10 * (peer + 150));
    }
}
