package org.strata.benchmarks.micro;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.proc.Proc;
import org.strata.pml.base.PayloadPool;
import org.strata.pml.base.match.MatchComm;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.base.match.MatchPeer;
import org.strata.pml.base.match.Matcher;
import org.strata.pml.base.match.PacketStore;
import org.strata.pml.base.match.PostedReceive;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Matching in full queues: each operation takes one entry out and puts it back, so the queues stay
 * as long as they are. What matters is that the figures hardly depend on the parameters.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class MatchingBenchmark {
    /** Processes that send. */
    @Param({"1", "64", "1024"})
    public int sources;

    /** Tags that are waited for, or waiting, per source. */
    @Param({"1", "16"})
    public int tags;

    private final List<MatchPeer> peers = new ArrayList<>();
    private final PacketStore packets = new PacketStore(new PayloadPool());
    private Matcher specific;
    private Matcher anySource;
    private Matcher unexpected;
    private int turn;

    /** Fills the queues. */
    @Setup(Level.Trial)
    public void fill() {
        MatchComm comm = comm(sources);
        specific = new Matcher(comm);
        anySource = new Matcher(comm);
        unexpected = new Matcher(comm);
        for (int rank = 0; rank < sources; rank++) {
            peers.add(comm.peer(rank));
        }
        for (int tag = 0; tag < tags; tag++) {
            for (MatchPeer peer : peers) {
                specific.post(receive(peer.rank, tag), peer);
                anySource.post(receive(Pml.ANY_SOURCE, tag), null);
                unexpected.keepUnexpected(peer, tag, message(tag));
            }
        }
    }

    /** Returns a kept message without data. */
    private long message(int tag) {
        try (Arena arena = Arena.ofConfined()) {
            long at = arena.allocate(MatchHeader.LENGTH, Long.BYTES).address();
            MatchHeader.write(at, 0, tag, 0);
            return packets.copy(0, null, null, at, MatchHeader.LENGTH);
        }
    }

    private MatchComm comm(int size) {
        Proc[] procs = new Proc[size];
        for (int rank = 0; rank < size; rank++) {
            procs[rank] = new Proc(rank, "node", rank, true);
        }
        return new MatchComm(new CommContext(0, 0, procs, 0), packets, 0);
    }

    /** A receive that only waits. */
    private static final class IdleReceive extends PostedReceive {
        @Override
        public void cancel() {}

        @Override
        protected void recycle() {}
    }

    private static PostedReceive receive(int source, int tag) {
        PostedReceive posted = new IdleReceive();
        posted.wantedSource = source;
        posted.wantedTag = tag;
        return posted;
    }

    private MatchPeer nextPeer() {
        turn = turn + 1 & Integer.MAX_VALUE;
        return peers.get(turn % sources);
    }

    /** A message meets its receive, which named source and tag, among all the others. */
    @Benchmark
    public Object messageMeetsSpecificReceive() {
        MatchPeer peer = nextPeer();
        PostedReceive found = specific.matchPosted(peer, turn % tags);
        specific.post(found, peer);
        return found;
    }

    /** A message meets a receive from any source. */
    @Benchmark
    public Object messageMeetsAnySource() {
        PostedReceive found = anySource.matchPosted(nextPeer(), turn % tags);
        anySource.post(found, null);
        return found;
    }

    private long again(long found) {
        MatchPeer peer = peers.get(PacketStore.rank(found));
        unexpected.removeUnexpected(peer, found);
        unexpected.keepUnexpected(peer, PacketStore.tag(found), found);
        return found;
    }

    /** A receive that names source and tag finds its message among the unexpected ones. */
    @Benchmark
    public long specificReceiveFindsMessage() {
        return again(unexpected.findUnexpected(nextPeer(), turn % tags));
    }

    /** A receive of a tag from any source finds the oldest such message. */
    @Benchmark
    public long anySourceFindsMessage() {
        turn = turn + 1 & Integer.MAX_VALUE;
        return again(unexpected.findUnexpected(null, turn % tags));
    }

    /** A receive of any tag from any source finds the oldest message. */
    @Benchmark
    public long anythingFindsMessage() {
        return again(unexpected.findUnexpected(null, Pml.ANY_TAG));
    }
}
