package org.strata.launcher.job;

import org.strata.launcher.host.SignalName;
import org.strata.launcher.map.Plan.PlannedRank;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** A host whose processes do nothing, with numbers that no process of the system has. */
final class FakeHost implements JobHost {
    /** Above the kernel's largest process id. */
    static final int FIRST_PID = 1 << 30;

    /** What it was told, in order. */
    final List<String> told = new ArrayList<>();

    private final int number;
    private final Function<RankProcess, List<String>> threads;

    FakeHost(int number) {
        this(number, rank -> List.of());
    }

    FakeHost(int number, Function<RankProcess, List<String>> threads) {
        this.number = number;
        this.threads = threads;
    }

    /** Returns a rank of the first world, on node 0. */
    static RankProcess rank(int rank) {
        return new FakeHost(0).process(rank, 0);
    }

    /** Returns a rank of this host. */
    RankProcess process(int rank, int first) {
        return new RankProcess(rank, first, this, new FakeProcess(FIRST_PID + rank));
    }

    private record FakeProcess(long pid) implements HostProcess {
        @Override
        public OutputStream input() {
            return null;
        }
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public Starting begin(World world, int first) {
        return new Starting() {
            @Override
            public RankProcess start(PlannedRank rank, IntConsumer streams) {
                streams.accept(2);
                told.add("start " + (first + rank.number()));
                return process(first + rank.number(), first);
            }
        };
    }

    @Override
    public void signal(SignalName signal, boolean all) {
        told.add(signal + (all ? " to all" : " to ranks"));
    }

    @Override
    public void sweep() {
        told.add("sweep");
    }

    @Override
    public void exited(RankProcess rank) {
        told.add("exited " + rank.rank());
    }

    @Override
    public CompletableFuture<List<String>> threads(RankProcess rank) {
        return CompletableFuture.completedFuture(threads.apply(rank));
    }
}
