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
import org.strata.mca.pml.Pml;
import org.strata.mca.proc.Proc;
import org.strata.pml.ob1.match.MatchPeer;
import org.strata.pml.ob1.match.Matcher;
import org.strata.pml.ob1.match.Posted;
import org.strata.pml.ob1.match.Unexpected;

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

    private final List<MatchPeer<Object>> peers = new ArrayList<>();
    private final Matcher<Object> specific = new Matcher<>();
    private final Matcher<Object> anySource = new Matcher<>();
    private final Matcher<Object> unexpected = new Matcher<>();
    private int turn;

    /** Fills the queues. */
    @Setup(Level.Trial)
    public void fill() {
        for (int rank = 0; rank < sources; rank++) {
            peers.add(new MatchPeer<>(new Proc(rank, "node", rank, true), rank));
        }
        for (int tag = 0; tag < tags; tag++) {
            for (MatchPeer<Object> peer : peers) {
                specific.post(receive(peer.rank, tag), peer);
                anySource.post(receive(Pml.ANY_SOURCE, tag), null);
                Unexpected<Object> message = new Unexpected<>();
                message.peer = peer;
                message.tag = tag;
                unexpected.keepUnexpected(message);
            }
        }
    }

    private static Posted<Object> receive(int source, int tag) {
        Posted<Object> posted = new Posted<>(null);
        posted.source = source;
        posted.tag = tag;
        return posted;
    }

    private MatchPeer<Object> nextPeer() {
        turn = turn + 1 & Integer.MAX_VALUE;
        return peers.get(turn % sources);
    }

    /** A message meets its receive, which named source and tag, among all the others. */
    @Benchmark
    public Object messageMeetsSpecificReceive() {
        MatchPeer<Object> peer = nextPeer();
        Posted<Object> found = specific.takePosted(peer, turn % tags);
        specific.post(found, peer);
        return found;
    }

    /** A message meets a receive from any source. */
    @Benchmark
    public Object messageMeetsAnySource() {
        Posted<Object> found = anySource.takePosted(nextPeer(), turn % tags);
        anySource.post(found, null);
        return found;
    }

    private Object again(Unexpected<Object> found) {
        unexpected.takeUnexpected(found);
        unexpected.keepUnexpected(found);
        return found;
    }

    /** A receive that names source and tag finds its message among the unexpected ones. */
    @Benchmark
    public Object specificReceiveFindsMessage() {
        return again(unexpected.findUnexpected(nextPeer(), turn % tags));
    }

    /** A receive of a tag from any source finds the oldest such message. */
    @Benchmark
    public Object anySourceFindsMessage() {
        turn = turn + 1 & Integer.MAX_VALUE;
        return again(unexpected.findUnexpected(null, turn % tags));
    }

    /** A receive of any tag from any source finds the oldest message. */
    @Benchmark
    public Object anythingFindsMessage() {
        return again(unexpected.findUnexpected(null, Pml.ANY_TAG));
    }
}
