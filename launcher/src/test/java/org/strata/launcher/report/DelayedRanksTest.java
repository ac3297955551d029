package org.strata.launcher.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.report.Jobs.Life;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Verdicts about jobs in simulated time whose ranks lose their cores at random, as on a host that
 * does other work: what looks like imbalance or a chain for that reason is neither.
 */
class DelayedRanksTest {
    private static final int STEPS = 300;

    /** Useful work of a rank in a step, microseconds. */
    private static final double WORK = 7_000;

    private final Random random = new Random(42);

    private enum Fault {
        NONE,
        IMBALANCE,
        CHAIN
    }

    /** Steps that compute, in turn or at once, and end when all ranks have computed. */
    private final class Simulated {
        private final double[] useful;
        private final double[] waiting;
        private final double[] delayed;
        private final double load;

        Simulated(int ranks, Fault fault, double load) {
            this.load = load;
            useful = new double[ranks];
            waiting = new double[ranks];
            delayed = new double[ranks];
            for (int step = 0; step < STEPS; step++) {
                step(fault);
            }
        }

        private void step(Fault fault) {
            int ranks = useful.length;
            double[] end = new double[ranks];
            for (int rank = 0; rank < ranks; rank++) {
                double begin = fault == Fault.CHAIN && rank > 0 ? end[rank - 1] : 0;
                boolean more = fault == Fault.IMBALANCE && rank == ranks - 1;
                double work = (more ? 3 : 1) * WORK * (1 + 0.02 * random.nextGaussian());
                double delay = load == 0 ? 0 : -Math.log(1 - random.nextDouble()) * load * work;
                useful[rank] += work + delay;
                delayed[rank] += delay;
                waiting[rank] += begin;
                end[rank] = begin + work + delay;
            }
            double last = Arrays.stream(end).max().orElseThrow();
            for (int rank = 0; rank < ranks; rank++) {
                waiting[rank] += last - end[rank];
            }
        }

        JobReport report(boolean known) {
            return Jobs.report(
                    useful.length,
                    rank ->
                            new Life(
                                    millis(useful[rank]),
                                    millis(waiting[rank]),
                                    20,
                                    (rank + 1) % useful.length,
                                    "A.b(A.java:1)",
                                    known ? millis(delayed[rank]) : -1),
                    Jobs.usualSizes());
        }

        /** What is known where the kernel does not count: the time on cores and in sleeps. */
        JobReport byClocks() {
            return Jobs.report(
                    useful.length,
                    rank ->
                            new Life(
                                    millis(useful[rank]),
                                    millis(waiting[rank]),
                                    20,
                                    (rank + 1) % useful.length,
                                    "A.b(A.java:1)",
                                    -1,
                                    millis(useful[rank] - delayed[rank]) + 20,
                                    millis(waiting[rank])),
                    Jobs.usualSizes());
        }

        List<String> kindsByClocks() {
            return byClocks().verdict().stream().map(Verdict.Finding::kind).toList();
        }

        private long millis(double micros) {
            return Math.round(micros / 1000);
        }

        List<String> kinds() {
            return report(true).verdict().stream().map(Verdict.Finding::kind).toList();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 16})
    void ranksWithCoresAreNamedForWhatTheyDo(int ranks) {
        assertThat(new Simulated(ranks, Fault.NONE, 0).kinds()).containsExactly("nothing");
        assertThat(new Simulated(ranks, Fault.IMBALANCE, 0).kinds()).containsExactly("imbalance");
        assertThat(new Simulated(ranks, Fault.CHAIN, 0).kinds()).containsExactly("serial chain");
    }

    /** The delays are those of other programs: up to twice the work. */
    @ParameterizedTest
    @CsvSource({
        "2,0.5", "2,1", "2,2", "2,9", "4,0.3", "4,1", "4,2", "4,9", "16,0.3", "16,1", "16,9"
    })
    void delaysAreNoFaultOfTheProgram(int ranks, double load) {
        Simulated job = new Simulated(ranks, Fault.NONE, load);
        assertThat(job.kinds()).containsExactly("crowded host");
        boolean loses = job.report(true).efficiency().parallel() < Verdict.GOOD;
        assertThat(job.report(true).verdict().getFirst().what().contains("hides whether"))
                .isEqualTo(loses);
    }

    /** A fault that the delays cannot explain is named before them. */
    @ParameterizedTest
    @CsvSource({"2,0.3", "2,1", "2,9", "4,0.3", "4,1", "4,9", "16,9"})
    void faultsAreSeenBehindDelays(int ranks, double load) {
        assertThat(new Simulated(ranks, Fault.IMBALANCE, load).kinds())
                .containsExactly("imbalance", "crowded host");
        // In a chain one rank at a time can be delayed: that may be too little for a sentence.
        assertThat(new Simulated(ranks, Fault.CHAIN, load).kinds())
                .startsWith("serial chain")
                .isSubsetOf("serial chain", "crowded host");
    }

    /** Ranks that wait want their cores, too: as measured of a chain of 4 ranks on 2 busy cores. */
    @Test
    void aChainWhoseWaitsAreDelayed() {
        JobReport report =
                Jobs.report(
                        4,
                        rank ->
                                new Life(
                                        1400,
                                        2000L * rank,
                                        6600 - 2000L * rank,
                                        rank - 1,
                                        rank == 0 ? "A.c(A.java:2)" : "A.b(A.java:1)",
                                        6850),
                        Jobs.usualSizes());
        assertThat(report.verdict())
                .extracting(Verdict.Finding::kind)
                .containsExactly("serial chain", "crowded host");
        assertThat(report.verdict().getFirst().what())
                .startsWith("Probably serial work: on average 0.70 of 4 ranks compute at a time")
                .contains("in MPI_Recv at A.b(A.java:1) all but rank 3 are waited for");
    }

    /** In a ring each rank is waited for; as measured of a program without a fault, too. */
    @Test
    void delayedMessagesOfARingAreNoChain() {
        JobReport ring =
                Jobs.report(
                        4,
                        rank -> new Life(1400, 5900, 700, (rank + 3) % 4, "A.b(A.java:1)", 6850),
                        Jobs.usualSizes());
        assertThat(ring.verdict())
                .extracting(Verdict.Finding::kind)
                .containsExactly("crowded host");
        for (double load : new double[] {0.3, 1, 9}) {
            JobReport free = new Simulated(4, Fault.NONE, load).report(true);
            assertThat(free.verdict().getFirst().what()).doesNotContain("serial");
        }
    }

    /** Ranks that are delayed a little are not worth a sentence. */
    @Test
    void fewDelaysAreNotNamed() {
        assertThat(new Simulated(2, Fault.NONE, 0.05).kinds()).containsExactly("nothing");
    }

    /** Where nobody knows the delays, a host with more ranks than cores explains them. */
    @Test
    void whereDelaysAreNotKnownRanksAreCounted() {
        JobReport crowded = new Simulated(80, Fault.NONE, 0).report(false);
        assertThat(crowded.verdict())
                .extracting(Verdict.Finding::kind)
                .containsExactly("crowded host");
        assertThat(crowded.verdict().getFirst().what()).contains("80 ranks share 64 processors");
        JobReport roomy = new Simulated(64, Fault.CHAIN, 0).report(false);
        assertThat(roomy.verdict().getFirst().kind()).isEqualTo("serial chain");
    }

    /** Ranks that were on their cores whenever they did not wait have no delays to blame. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 16})
    void clocksTellThatRanksHadTheirCores(int ranks) {
        assertThat(new Simulated(ranks, Fault.NONE, 0).kindsByClocks()).containsExactly("nothing");
        assertThat(new Simulated(ranks, Fault.IMBALANCE, 0).kindsByClocks())
                .containsExactly("imbalance");
        assertThat(new Simulated(ranks, Fault.CHAIN, 0).kindsByClocks())
                .containsExactly("serial chain");
    }

    /** As measured in portable mode on two busy cores, where it was taken for a chain. */
    @ParameterizedTest
    @CsvSource({
        "2,0.3", "2,0.5", "2,1", "2,2", "2,9", "4,0.3", "4,1", "4,9", "16,0.3", "16,1", "16,9"
    })
    void whatClocksCannotTellIsNotSaid(int ranks, double load) {
        Simulated job = new Simulated(ranks, Fault.NONE, load);
        assertThat(job.kindsByClocks()).containsExactly("off cores");
        assertThat(job.byClocks().verdict().getFirst().what())
                .contains("cannot be told apart here");
        // Work is time on cores: who has more of it is known all the same.
        assertThat(new Simulated(ranks, Fault.IMBALANCE, load).kindsByClocks())
                .startsWith("imbalance")
                .isSubsetOf("imbalance", "off cores");
        assertThat(new Simulated(ranks, Fault.CHAIN, load).kindsByClocks())
                .isSubsetOf("serial chain", "off cores");
    }

    /** Time that a program sleeps or reads files is no load of its core, and looks like a delay. */
    @Test
    void aRankThatIsOffItsCoreIsNamed() {
        JobReport report =
                Jobs.report(
                        3,
                        rank ->
                                rank == 0
                                        ? new Life(9000, 0, 10, -1, "A.b(A.java:1)", -1, 3000, 0)
                                        : new Life(
                                                3000, 6000, 10, 0, "A.b(A.java:1)", -1, 3010, 6000),
                        Jobs.usualSizes());
        assertThat(report.verdict()).extracting(Verdict.Finding::kind).containsExactly("off cores");
        assertThat(report.verdict().getFirst().what())
                .contains("for 22 % of their time")
                .contains("rank 0: 6.01 s");
    }

    /** Who neither counts nor reads clocks cannot tell a chain of two from cores that are busy. */
    @ParameterizedTest
    @CsvSource({"2,0.5", "2,1", "4,0.5", "4,1", "16,1"})
    void withoutAnyNumberChanceIsNoChain(int ranks, double load) {
        JobReport job = new Simulated(ranks, Fault.NONE, load).report(false);
        assertThat(job.verdict()).extracting(Verdict.Finding::kind).doesNotContain("serial chain");
    }

    /** Each factor at the boundary of what is good. */
    @ParameterizedTest
    @CsvSource({"400,imbalance", "1190,imbalance", "1210,nothing", "1900,nothing"})
    void balanceBelowItsBoundaryIsNamed(long least, String kind) {
        // Two ranks: mean / max = (least + 2000) / 4000, which is 0.8 from 1200 on.
        JobReport report =
                Jobs.report(
                        2,
                        rank ->
                                rank == 1
                                        ? new Life(2000, 0, 10, -1, "A.b(A.java:1)")
                                        : new Life(least, 2000 - least, 10, 1, "A.b(A.java:1)"),
                        Jobs.usualSizes());
        assertThat(report.verdict().getFirst().kind()).isEqualTo(kind);
    }

    /** Delays that are long and rare seldom come together: then few ranks want a core at a time. */
    @Test
    void rareLongDelaysAreNoChain() {
        JobReport report =
                Jobs.report(
                        2,
                        rank -> new Life(1600, 24500, 4300, 1 - rank, "A:1", 15300, 800, -1),
                        Jobs.usualSizes());
        assertThat(report.verdict())
                .extracting(Verdict.Finding::kind)
                .doesNotContain("serial chain")
                .contains("crowded host");
    }

    /** As NAS CG, class S, ran beside other work: the ranks had most of their delays in MPI. */
    @Test
    void aJobOfASecondBesideOtherWorkIsNoChain() {
        JobReport report =
                Jobs.report(
                        2,
                        rank ->
                                rank == 0
                                        ? new Life(320, 373, 288, 1, "A:1", 408, 398, -1)
                                        : new Life(265, 476, 119, 0, "A:1", 211, 358, -1),
                        Jobs.usualSizes());
        assertThat(report.verdict())
                .extracting(Verdict.Finding::kind)
                .doesNotContain("serial chain")
                .contains("crowded host");
    }
}
