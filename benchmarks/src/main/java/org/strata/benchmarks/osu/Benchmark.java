package org.strata.benchmarks.osu;

import mpi.MPIException;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The benchmarks by name. */
enum Benchmark {
    LATENCY("ping-pong latency of two ranks", 1 << 22, PointToPoint::latency),
    WAKEUP(
            "median round trip to a rank that sleeps, after 20 ms without a message",
            8,
            PointToPoint::wakeUp),
    BW("one-way bandwidth of two ranks, a window of sends under way", 1 << 22, PointToPoint::bw),
    BIBW("two-way bandwidth of two ranks", 1 << 22, PointToPoint::bibw),
    MBW_MR("bandwidth and message rate of pairs", 1 << 22, Pairs::bandwidthAndRate),
    MULTI_LAT("ping-pong latency of pairs at once", 1 << 22, Pairs::latency),
    BARRIER("latency of a barrier", 0, Collectives::barrier),
    ALLREDUCE("latency of an allReduce of floats", 1 << 20, Collectives::allReduce),
    WORK_ALLREDUCE(
            "a millisecond or so of computing and an allReduce of doubles",
            8,
            Collectives::workAndAllReduce),
    BCAST("latency of a bcast", 1 << 20, Collectives::bcast),
    ALLTOALL("latency of an allToAll, size per pair", 1 << 20, Collectives::allToAll),
    ALLGATHER("latency of an allGather, size per rank", 1 << 20, Collectives::allGather),
    REDUCE("latency of a reduce of floats", 1 << 20, Collectives::reduce),
    REDUCE_SCATTER(
            "latency of a reduceScatter of floats, size of all parts",
            1 << 20,
            Collectives::reduceScatter),
    IALLREDUCE(
            "latency and overlap of an iAllReduce of floats",
            1 << 20,
            NonBlockingCollectives::allReduce),
    IBCAST("latency and overlap of an iBcast", 1 << 20, NonBlockingCollectives::bcast),
    IALLTOALL(
            "latency and overlap of an iAllToAll, size per pair",
            1 << 20,
            NonBlockingCollectives::allToAll),
    PUT_LATENCY("latency of a put and a flush", 1 << 22, OneSided::putLatency),
    GET_LATENCY("latency of a get and a flush", 1 << 22, OneSided::getLatency),
    ACC_LATENCY("latency of an accumulate and a flush", 1 << 22, OneSided::accumulateLatency),
    PUT_BW("bandwidth of a window of puts and a flush", 1 << 22, OneSided::putBandwidth),
    FOP_LATENCY("latency of a fetchAndOp of 8 bytes", 8, OneSided::fetchAndOpLatency),
    CAS_LATENCY("latency of a compareAndSwap of 8 bytes", 8, OneSided::compareAndSwapLatency),
    FILE_WRITE(
            "bandwidth of a collective write of one file, size of all parts",
            1 << 26,
            FileAccess::writeBandwidth);

    private final String purpose;
    private final int maxSize;

    // Method references: stateless.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Body body;

    /** The benchmark's work. */
    interface Body {
        void run(Options options) throws MPIException;
    }

    Benchmark(String purpose, int maxSize, Body body) {
        this.purpose = purpose;
        this.maxSize = maxSize;
        this.body = body;
    }

    String programName() {
        return "osu_" + name().toLowerCase();
    }

    String purpose() {
        return purpose;
    }

    /** Returns the largest message size unless told otherwise, in bytes. */
    int maxSize() {
        return maxSize;
    }

    void run(Options options) throws MPIException {
        body.run(options);
    }

    static Benchmark named(String name) {
        return Arrays.stream(values())
                .filter(b -> b.programName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(unknown(name)));
    }

    private static String unknown(String name) {
        String all =
                Arrays.stream(values())
                        .map(Benchmark::programName)
                        .collect(Collectors.joining(", "));
        return "There is no benchmark \"" + name + "\". There are " + all + ".";
    }
}
