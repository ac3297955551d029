package org.strata.benchmarks.compare;

/** A benchmark as a comparison sees it. */
enum Test {
    LATENCY("osu_latency", "us", 1, false),
    BW("osu_bw", "MB/s", 1, true),
    BIBW("osu_bibw", "MB/s", 1, true),
    MBW_MR("osu_mbw_mr", "messages/s", 2, true),
    MULTI_LAT("osu_multi_lat", "us", 1, false),
    BARRIER("osu_barrier", "us", 1, false),
    ALLREDUCE("osu_allreduce", "us", 1, false),
    WORK_ALLREDUCE("osu_work_allreduce", "us", 1, false),
    BCAST("osu_bcast", "us", 1, false),
    ALLTOALL("osu_alltoall", "us", 1, false),
    ALLGATHER("osu_allgather", "us", 1, false),
    REDUCE("osu_reduce", "us", 1, false),
    REDUCE_SCATTER("osu_reduce_scatter", "us", 1, false),
    IALLREDUCE("osu_iallreduce", "us", 3, false),
    PUT_LATENCY("osu_put_latency", "us", 1, false),
    GET_LATENCY("osu_get_latency", "us", 1, false),
    ACC_LATENCY("osu_acc_latency", "us", 1, false),
    FOP_LATENCY("osu_fop_latency", "us", 1, false),
    FILE_WRITE("osu_file_write", "MB/s", 1, true);

    private final String program;
    private final String unit;
    private final int column;
    private final boolean moreIsBetter;

    Test(String program, String unit, int column, boolean moreIsBetter) {
        this.program = program;
        this.unit = unit;
        this.column = column;
        this.moreIsBetter = moreIsBetter;
    }

    String program() {
        return program;
    }

    String unit() {
        return unit;
    }

    /** Returns the output's column that counts. */
    int column() {
        return column;
    }

    boolean moreIsBetter() {
        return moreIsBetter;
    }

    /** Returns whether there is a counterpart without MPI: on bare sockets, or in shared memory. */
    boolean isBareOver(String link) {
        return switch (link) {
            case "tcp" -> this == LATENCY || this == BW;
            case "shm" -> this == LATENCY;
            default -> false;
        };
    }

    /**
     * Returns how many times longer than usual the JVM takes to compile it: a non-blocking
     * collective is recorded, started and advanced by some 200 methods.
     */
    int settleFactor() {
        return this == IALLREDUCE ? 5 : 1;
    }

    double better(double a, double b) {
        return moreIsBetter ? Math.max(a, b) : Math.min(a, b);
    }
}
