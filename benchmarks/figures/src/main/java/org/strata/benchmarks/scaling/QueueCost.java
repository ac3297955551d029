package org.strata.benchmarks.scaling;

import org.strata.benchmarks.scaling.QueueShape.Queue;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.proc.Proc;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.pml.base.PayloadPool;
import org.strata.pml.base.match.FlowControl;
import org.strata.pml.base.match.FlowLimits;
import org.strata.pml.base.match.MatchComm;
import org.strata.pml.base.match.MatchCounters;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.base.match.MatchPeer;
import org.strata.pml.base.match.Matching;
import org.strata.pml.base.match.PacketStore;
import org.strata.pml.base.match.PeerProcess;
import org.strata.pml.base.match.PostedReceive;

import java.lang.foreign.Arena;
import java.util.Arrays;

/**
 * The real matching of one rank, whose packets come from memory instead of a link. A round fills a
 * queue with so many entries and empties it again.
 */
final class QueueCost implements AutoCloseable {
    private static final int EAGER = 1;
    private static final int PAYLOAD = 8;
    private static final int LENGTH = MatchHeader.LENGTH + PAYLOAD;

    private final QueueShape shape;
    private final int entries;
    private final Arena arena = Arena.ofConfined();
    private final long packet = arena.allocate(LENGTH, Long.BYTES).address();
    private final PayloadPool payloads = new PayloadPool();
    private final Matching matching;
    private final MatchComm comm;
    private final PeerProcess[] processes;
    private final BtlEndpoint[] endpoints;
    private final int[] sequences;
    private final PostedReceive[] receives;

    /** Messages that have been delivered, and a sum of where they came from. */
    private long delivered;

    private long checksum;

    /** A process that is only counted. */
    private static final class Sender extends PeerProcess {
        Sender(Proc proc) {
            super(proc);
        }
    }

    /** A receive whose data nobody reads. */
    private static final class IdleReceive extends PostedReceive {
        @Override
        public void cancel() {}

        @Override
        protected void recycle() {}
    }

    QueueCost(QueueShape shape, int entries) {
        this.shape = shape;
        this.entries = entries;
        int sources = shape.sources(entries);
        Proc[] procs = new Proc[sources];
        processes = new PeerProcess[sources];
        endpoints = new BtlEndpoint[sources];
        for (int rank = 0; rank < sources; rank++) {
            procs[rank] = new Proc(rank, "node", rank, true);
            processes[rank] = new Sender(procs[rank]);
            endpoints[rank] = new BtlEndpoint(procs[rank]) {};
        }
        sequences = new int[sources];
        receives = new PostedReceive[entries];
        Arrays.setAll(receives, i -> new IdleReceive());
        matching =
                new Matching(
                        (receive, peer, type, btl, from, at, length) -> {
                            delivered++;
                            checksum += Memory.getLong(at + MatchHeader.LENGTH) + peer.rank;
                        },
                        new FlowControl(
                                FlowLimits.perSender(Long.MAX_VALUE, Long.MAX_VALUE),
                                null,
                                Clock.SYSTEM,
                                (process, level, number) -> {},
                                nanos -> {}),
                        new PacketStore(payloads),
                        proc -> processes[proc.rank()],
                        new MatchCounters(),
                        0);
        CommContext context = new CommContext(0, 0, procs, 0);
        matching.add(context);
        comm = Matching.of(context);
    }

    /** Fills the queue and empties it again. */
    void round() {
        for (int i = 0; i < entries; i++) {
            if (shape.queue() == Queue.POSTED) {
                post(i, i);
            } else {
                arrive(i);
            }
        }
        for (int i = 0; i < entries; i++) {
            int entry = shape.leaving(i, entries);
            if (shape.queue() == Queue.POSTED) {
                arrive(entry);
            } else {
                post(i, entry);
            }
        }
    }

    private void post(int index, int entry) {
        PostedReceive receive = receives[index];
        receive.wantedSource = shape.wanted().source(shape.source(entry, entries));
        receive.wantedTag = shape.wanted().tag(shape.tag(entry));
        MatchPeer peer =
                receive.wantedSource == Pml.ANY_SOURCE ? null : comm.peer(receive.wantedSource);
        if (!matching.deliverKept(receive, comm, peer)) {
            comm.matcher.post(receive, peer);
        }
    }

    private void arrive(int entry) {
        int source = shape.source(entry, entries);
        MatchHeader.write(packet, comm.identity, shape.tag(entry), sequences[source]++);
        matching.arrive(EAGER, null, endpoints[source], packet, LENGTH);
    }

    /** Returns the number of messages delivered so far. */
    long delivered() {
        return delivered;
    }

    /** Withdraws the receives that no message has matched; returns how many. */
    int waiting() {
        int waiting = 0;
        for (PostedReceive receive : receives) {
            waiting += receive.withdraw() ? 1 : 0;
        }
        return waiting;
    }

    /**
     * Returns the nanoseconds per match, to post and to arrive included: the best of some samples.
     *
     * @param matches per sample, at least
     */
    double nanos(int samples, int matches) {
        int rounds = Math.max(1, matches / entries);
        double best = Double.MAX_VALUE;
        for (int sample = 0; sample < samples; sample++) {
            long start = System.nanoTime();
            for (int round = 0; round < rounds; round++) {
                round();
            }
            best = Math.min(best, (System.nanoTime() - start) / ((double) rounds * entries));
        }
        if (checksum == Long.MIN_VALUE) {
            throw new AssertionError("no message was delivered");
        }
        return best;
    }

    @Override
    public void close() {
        matching.close();
        payloads.close();
        arena.close();
    }
}
