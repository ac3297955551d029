package org.strata.benchmarks.papers;

import org.strata.coll.allreduce.AllreduceAlgorithm;
import org.strata.coll.barrier.BarrierAlgorithm;
import org.strata.coll.base.Call;
import org.strata.coll.base.Scratch;
import org.strata.coll.bcast.BcastAlgorithm;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.testkit.timed.Costs;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * P3's collectives in virtual time, each rank on a node of its own, by the algorithms that {@code
 * coll tuned} has for so short vectors: dissemination, recursive doubling, a binomial tree. All
 * times are of steady state: connections and rings exist.
 */
final class CollectiveModel implements AutoCloseable {
    private static final DataLayout LONG = DataLayouts.basic(Long.BYTES, Long.BYTES);
    private static final int PAGE = 4096;
    private static final int WARM = 24;
    private static final int ROOT = 0;

    private final Arena arena = Arena.ofShared();
    private final TimedJob job;
    private final Costs costs;
    private final long callNanos;
    private final List<Scratch> scratch = new ArrayList<>();

    /** Of each rank: its vector, and behind it the result. */
    private final long[] memory;

    private final int largest;

    /** Adds vectors of longs in native memory. */
    private static final class Sum implements ReduceOp {
        @Override
        public void apply(Object inBase, long in, Object inoutBase, long inout, long count) {
            for (long i = 0; i < count; i++) {
                long at = inout + i * Long.BYTES;
                Memory.putLong(at, Memory.getLong(at) + Memory.getLong(in + i * Long.BYTES));
            }
        }

        @Override
        public boolean commutative() {
            return true;
        }
    }

    /**
     * @param callNanos as in {@link FastModel}
     * @param parameters of the stack, by Open MPI's names
     * @param largest bytes of the largest vector
     */
    CollectiveModel(
            int ranks, Costs costs, long callNanos, Map<String, String> parameters, int largest) {
        this.costs = costs;
        this.callNanos = callNanos;
        this.largest = largest;
        job = new TimedJob(ranks, costs, 1, parameters);
        memory = new long[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            memory[rank] = Memory.allocate(arena, 2L * largest, PAGE);
            scratch.add(new Scratch(1 << 20));
        }
    }

    /** Returns the microseconds of a barrier, on average over so many. */
    double barrier(int calls) {
        return micros(calls, this::addBarrier);
    }

    private void addBarrier(Call call) {
        BarrierAlgorithm.BRUCK.entry().function().run(call);
    }

    /** Returns the microseconds of a sum over all ranks. */
    double allreduce(int bytes, int calls) {
        return micros(
                calls,
                call ->
                        AllreduceAlgorithm.RECURSIVE_DOUBLING
                                .entry()
                                .function()
                                .run(
                                        call,
                                        longs(memory[call.rank()], bytes),
                                        longs(memory[call.rank()] + largest, bytes),
                                        new Sum()));
    }

    private static Buf longs(long address, int bytes) {
        return new Buf(null, address, bytes / Long.BYTES, LONG);
    }

    /** Returns the microseconds of a broadcast and a barrier: the root waits for nobody else. */
    double broadcast(int bytes, int calls) {
        return micros(
                calls,
                call -> {
                    Buf vector = new Buf(null, memory[call.rank()], bytes, DataLayouts.BYTE);
                    BcastAlgorithm.BINOMIAL.entry().function().run(call, vector, ROOT);
                    addBarrier(call);
                });
    }

    private double micros(int calls, Consumer<Call> collective) {
        add(WARM, collective);
        job.run();
        long began = latest();
        add(calls, collective);
        job.run();
        return (latest() - began) / 1e3 / calls;
    }

    private void add(int calls, Consumer<Call> collective) {
        for (int i = 0; i < calls; i++) {
            for (int rank = 0; rank < memory.length; rank++) {
                Call call = new TimedCall(job, rank, scratch.get(rank), costs, callNanos);
                collective.accept(call);
                call.finish();
            }
        }
    }

    private long latest() {
        long latest = 0;
        for (int rank = 0; rank < memory.length; rank++) {
            latest = Math.max(latest, job.time(rank).nanoTime());
        }
        return latest;
    }

    /** Sets a word of a rank's vector. */
    void put(int rank, int index, long value) {
        Memory.putLong(memory[rank] + (long) index * Long.BYTES, value);
    }

    /** Returns a word of a rank's vector, which a broadcast has changed. */
    long get(int rank, int index) {
        return Memory.getLong(memory[rank] + (long) index * Long.BYTES);
    }

    /** Returns a word of a rank's result. */
    long result(int rank, int index) {
        return Memory.getLong(memory[rank] + largest + (long) index * Long.BYTES);
    }

    /** Returns what the fast path has been used for so far. */
    FastUse use() {
        List<Map<String, Long>> counters = new ArrayList<>();
        for (int rank = 0; rank < memory.length; rank++) {
            counters.add(job.counters(rank));
        }
        return FastUse.of(counters);
    }

    @Override
    public void close() {
        job.close();
        arena.close();
    }
}
