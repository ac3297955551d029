package org.strata.btl.tcp;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RecordingOutput;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** A job of tcp ranks in one thread, with a clock that stands still unless told otherwise. */
final class TcpWorld implements AutoCloseable {
    static final int TAG = 0x80;

    final FakeJob job;
    final List<Node> nodes = new ArrayList<>();
    private long now;

    TcpWorld(int size, String... settings) {
        job = FakeJob.of(size);
        for (FakeRank rank : job.ranks()) {
            nodes.add(new Node(rank, () -> now, settings));
        }
    }

    Node node(int rank) {
        return nodes.get(rank);
    }

    /** Lets time pass. */
    void pass(long seconds) {
        passNanos(seconds * 1_000_000_000L);
    }

    /** Lets a little time pass. */
    void passNanos(long nanos) {
        now += nanos;
    }

    /** One rank. */
    static final class Node {
        final FakeRank rank;
        final RecordingOutput output = new RecordingOutput();
        final List<String> errors = new ArrayList<>();
        final List<Long> received = new ArrayList<>();
        final TcpComponent component;
        final List<Btl> btls;
        private final long buffer = Memory.allocate(Arena.global(), 8, 8);
        private boolean closed;

        Node(FakeRank rank, Clock clock, String... settings) {
            this.rank = rank;
            component = TcpRanks.component(rank, clock, output, TcpRanks.config(settings));
            btls =
                    component.open(
                            (btl, endpoint, rc, reason) -> errors.add(Rc.name(rc) + " " + reason),
                            new StringBuilder());
            rank.activeMessages()
                    .register(
                            TAG,
                            (btl, from, tag, address, length) ->
                                    received.add(Memory.getLong(address)));
            rank.describeBy(() -> String.join("\n    ", output.verbose()));
        }

        TcpBtl btl() {
            return (TcpBtl) btls.getFirst();
        }

        TcpEndpoint to(int peer) {
            BtlEndpoint endpoint = btl().addPeer(rank.proc(peer), new StringBuilder());
            return (TcpEndpoint) endpoint;
        }

        int send(int peer, long value) {
            Memory.putLong(buffer, value);
            return btl().sendImmediate(to(peer), TAG, buffer, 8, null, 0, 0);
        }

        void close() {
            if (!closed) {
                closed = true;
                btls.forEach(Btl::close);
            }
        }
    }

    @Override
    public void close() {
        nodes.forEach(Node::close);
        job.close();
    }
}
