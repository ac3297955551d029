package org.strata.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import mpi.MPI;
import mpi.MPIException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

import java.util.function.Predicate;

/** Runs tests on real ranks: here, and those of {@link Cases} by the engine, to see them fail. */
class MpiTestTest {
    /** Long enough for two JVMs on a busy machine to have come as far as the hang. */
    private static final int HANG_SECONDS = 15;

    private int size;

    @BeforeEach
    void inEveryRank() throws MPIException {
        size = MPI.isInitialized() ? MPI.COMM_WORLD.getSize() : 1;
    }

    @Test
    void aPlainTestRunsHere() throws MPIException {
        assertThat(MPI.isInitialized()).isFalse();
        assertThat(size).isEqualTo(1);
    }

    @Nested
    class Inner {
        @MpiTest(
                ranks = 3,
                java = "-Dgiven=yes",
                mpirun = {"--mca", "btl", "self,tcp"})
        void ranksAreInitialized() throws MPIException {
            int[] sum = {MPI.COMM_WORLD.getRank()};
            MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
            assertEquals(3, sum[0]);
            assertEquals(3, size);
            assertEquals("yes", System.getProperty("given"));
            assertEquals("self,tcp", System.getenv("OMPI_MCA_btl"));
        }
    }

    /** Run by the tests below only. */
    static class Cases {
        @AfterEach
        void mark() {
            System.out.println("after the test");
        }

        @MpiTest(ranks = 4)
        void oneRankFails() throws MPIException {
            int rank = MPI.COMM_WORLD.getRank();
            if (rank == 2) {
                assertEquals(5, 4);
            }
            MPI.COMM_WORLD.barrier();
        }

        @MpiTest(ranks = 2, timeoutSeconds = HANG_SECONDS)
        void aRankHangs() throws MPIException {
            if (MPI.COMM_WORLD.getRank() == 1) {
                MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, 7);
            }
        }

        @MpiTest(ranks = 2)
        void aRankExits() throws MPIException {
            if (MPI.COMM_WORLD.getRank() == 1) {
                System.exit(3);
            }
            MPI.COMM_WORLD.barrier();
        }
    }

    private static Events run(String method) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(Cases.class, method))
                .configurationParameter("junit.jupiter.execution.timeout.default", "100 s")
                .execute()
                .testEvents();
    }

    private static void fails(String method, Predicate<String> expected) {
        run(method)
                .assertThatEvents()
                .haveExactly(1, event(finishedWithFailure(message(expected))));
    }

    @Test
    void theFailureOfARankIsNamed() {
        fails("oneRankFails", "rank 2: expected: <5> but was: <4>"::equals);
    }

    @Test
    void aHangEndsWithWhatEachRankDoes() {
        fails(
                "aRankHangs",
                text ->
                        text.contains("did not end within " + HANG_SECONDS + " s")
                                && text.lines().count() <= 40
                                && text.contains("  1     MPI.COMM_WORLD.recv  ")
                                && text.contains("stacks: "));
    }

    @Test
    void aRankThatExitsIsNamed() {
        fails("aRankExits", text -> text.contains("Rank 1 exited with code 3"));
    }
}
