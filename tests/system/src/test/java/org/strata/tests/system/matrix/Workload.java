package org.strata.tests.system.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.traffic.TrafficProgram;

import java.util.List;

/** A program with arguments that verifies its own result, and what it says when it is right. */
enum Workload {
    RING("Ring", "--laps 50", "as it should be: true"),
    HELLO("HelloWorld", "", "Hello from rank 1 of "),
    HEAT("Heat2D", "--verify --size 75 --steps 250 --output /dev/null", "3aa3b1c45ddac397"),
    PI("MonteCarloPi", "--points 1000000", "pi is about 3.143060000 from 1000000 points"),
    WORDS("WordCount", "--verify --top 1 README.md HACKING.md CHANGELOG.md", "the same\n"),
    CG("NasCg", "S", "SUCCESSFUL"),
    IS("NasIs", "S", "SUCCESSFUL"),
    CG_A("NasCg", "A", "SUCCESSFUL"),
    IS_A("NasIs", "A", "SUCCESSFUL"),
    /** Random messages of all kinds; short pieces, so that each protocol has some to move. */
    TRAFFIC(TrafficProgram.class.getName(), "%d 4 %d", "\nok, ") {
        @Override
        List<String> parameters(Limits limits) {
            return limits == Limits.DEFAULT
                    ? List.of(
                            "btl_openib_rdma_pipeline_send_length", "16k",
                            "btl_openib_rdma_pipeline_frag_size", "32k",
                            "btl_openib_min_rdma_pipeline_size", "16k")
                    : List.of();
        }
    },
    /** Long messages of native memory, byte for byte. */
    BULK(BulkProgram.class.getName(), "%d 3 %d", "ok, ") {
        @Override
        void check(Cell cell, Result result) {
            super.check(cell, result);
            if (cell.pml().equals(Cell.OB1)) {
                cell.protocol().assertUsed(result);
            } else if (cell.limits() == Limits.DEFAULT) {
                assertThat(result.err()).containsPattern("pml_tupleq_direct +[1-9]");
                assertThat(result.err())
                        .as("messages of native memory stay in their queues, without a copy")
                        .doesNotContainPattern("pml_tupleq_(fallbacks|bounced|detours) +[1-9]");
            }
        }
    };

    private static final long SEED = Long.getLong("seed", 1);
    private static final long LIMIT_SECONDS = 180;
    private static final long LONG_LIMIT_SECONDS = 600;

    private final String program;
    private final String arguments;
    private final String expected;

    Workload(String program, String arguments, String expected) {
        this.program = program;
        this.arguments = arguments;
        this.expected = expected;
    }

    private boolean isExample() {
        return !program.contains(".");
    }

    /** Returns whether it is one of class A: seconds to minutes of calculation. */
    boolean isLong() {
        return name().endsWith("_A");
    }

    /** Returns further parameters, names and values in turn. */
    List<String> parameters(Limits limits) {
        return List.of();
    }

    /** Returns the words of the command behind the options of mpirun. */
    List<String> command(Limits limits) {
        boolean tests = !isExample();
        String classes =
                tests
                        ? JobRunner.classes()
                        : JobRunner.root().resolve("examples/target/classes").toString();
        String text = tests ? arguments.formatted(SEED, longest(limits)) : arguments;
        return List.of(("java -cp " + classes + " " + program + " " + text).strip().split(" "));
    }

    private int longest(Limits limits) {
        int most = this == BULK ? 4 << 20 : 300_000;
        return limits == Limits.DEFAULT ? most : most / 10;
    }

    long limitSeconds() {
        return isLong() ? LONG_LIMIT_SECONDS : LIMIT_SECONDS;
    }

    /** Checks what a job gave. */
    void check(Cell cell, Result result) {
        assertThat(result.ok().text()).as("stderr:%n%s", result.err()).contains(expected);
    }
}
