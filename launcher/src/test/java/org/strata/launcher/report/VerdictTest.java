package org.strata.launcher.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.strata.launcher.report.Jobs.Life;
import org.strata.opal.report.RankNumbers.Size;

import java.util.List;
import java.util.Random;

/** What the report says of jobs that are slow for a reason that is known. */
class VerdictTest {
    private static List<String> kinds(JobReport report) {
        return report.verdict().stream().map(Verdict.Finding::kind).toList();
    }

    @Test
    void theProductOfTheFactorsIsExact() {
        Random random = new Random(5);
        for (int i = 0; i < 200; i++) {
            int ranks = 1 + random.nextInt(20);
            JobReport report =
                    Jobs.report(
                            ranks,
                            rank ->
                                    new Life(
                                            1 + random.nextInt(1000),
                                            random.nextInt(1000),
                                            random.nextInt(500),
                                            (rank + 1) % ranks,
                                            "A.b(A.java:1)"),
                            Jobs.usualSizes());
            Efficiency found = report.efficiency();
            assertThat(found.balance() * found.serialisation() * found.transfer())
                    .isCloseTo(found.parallel(), within(1e-9));
            assertThat(found.balanceInHosts() * found.balanceOfHosts())
                    .isCloseTo(found.balance(), within(1e-9));
            assertThat(found.useful() + found.waiting() + found.moving())
                    .isCloseTo(1, within(1e-9));
        }
    }

    @Test
    void imbalanceNamesTheRankItsFactorAndTheLine() {
        JobReport report =
                Jobs.report(
                        4,
                        rank ->
                                rank == 3
                                        ? new Life(3000, 0, 50, -1, "Slow.sum(Slow.java:9)")
                                        : new Life(1000, 2000, 50, 3, "Slow.sum(Slow.java:9)"),
                        Jobs.usualSizes());
        assertThat(kinds(report)).first().isEqualTo("imbalance");
        assertThat(report.verdict().getFirst().what())
                .contains("rank 3 computes 2.00 times the mean")
                .contains("the others wait for it 6.00 s")
                .contains("MPI_Recv at Slow.sum(Slow.java:9)");
        assertThat(report.verdict().getFirst().advice()).contains("rank 3");
        assertThat(report.efficiency().balance()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void workInTurnIsASerialChain() {
        JobReport report =
                Jobs.report(
                        4,
                        rank ->
                                new Life(
                                        1000,
                                        3000,
                                        20,
                                        (rank + 3) % 4,
                                        "Slow.inTurn(Slow.java:30)"),
                        Jobs.usualSizes());
        assertThat(kinds(report)).first().isEqualTo("serial chain");
        assertThat(report.verdict().getFirst().what())
                .contains("1.00 of 4 ranks compute at a time")
                .contains("Slow.java:30");
        assertThat(report.efficiency().balance()).isCloseTo(1, within(1e-9));
    }

    @Test
    void manySmallMessagesAreCounted() {
        List<Size> sizes =
                List.of(new Size("eager", 4, 500_000, 4_000_000), new Size("rget", 20, 5, 5));
        JobReport report =
                Jobs.report(4, rank -> new Life(500, 50, 500, -1, "A.b(A.java:7)"), sizes);
        assertThat(kinds(report))
                .contains("small messages")
                .doesNotContain("imbalance", "transfer");
        assertThat(report.verdict().getFirst().what())
                .contains("100 % of 2.0 M messages")
                .contains("from 8 B")
                .contains("A.java:7");
    }

    /** A program that computes for longer than a message takes has another reason to be slow. */
    @Test
    void smallMessagesBetweenMuchWorkAreNoFault() {
        List<Size> sizes = List.of(new Size("eager", 10, 10_000, 5_120_000));
        JobReport report =
                Jobs.report(4, rank -> new Life(420, 50, 600, -1, "A.b(A.java:7)"), sizes);
        assertThat(kinds(report)).doesNotContain("small messages");
    }

    @Test
    void aJobOfAMomentHasNoFault() {
        JobReport report =
                Jobs.report(2, rank -> new Life(rank * 20L, 25, 0, -1, "A.b(A.java:7)"), List.of());
        assertThat(kinds(report)).containsExactly("short");
        assertThat(report.verdict().getFirst().what()).contains("45.0 ms");
    }

    /** With many ranks on few cores some come seconds later; the work of each is all there. */
    @Test
    void ranksOfOneWorldAreComparedWhenSomeComeLate() {
        JobReport report =
                Jobs.report(
                        4,
                        1,
                        rank -> new Life(rank == 3 ? 3000 : 1000, 6000 - 1900 * rank, 50, 3, "A:1"),
                        Jobs.usualSizes());
        assertThat(kinds(report)).first().isEqualTo("imbalance");
    }

    /** Estimates of millions of short calls may come to all of a rank's time. */
    @Test
    void aJobThatIsNeverOutsideOfMpiHasItsSharesAndItsVerdict() {
        List<Size> sizes = List.of(new Size("eager", 4, 50_000, 400_000));
        JobReport report =
                Jobs.report(2, rank -> new Life(0, 300, 700, 1 - rank, "A.b(A.java:7)"), sizes);
        assertThat(report.efficiency().waiting()).isEqualTo(0.3);
        assertThat(report.efficiency().moving()).isEqualTo(0.7);
        assertThat(report.efficiency().parallel()).isZero();
        assertThat(kinds(report).getFirst()).isEqualTo("small messages");
    }

    /** The ranks' JVMs compile for {@link Jobs#COMPILING} each. */
    @Test
    void whoTakesTheCoresIsNamed() {
        assertThat(crowdedBy(Jobs.COMPILING - 1)).contains("the JVMs' own compilers take them");
        assertThat(crowdedBy(Jobs.COMPILING + 1)).contains("other work on h1 takes them");
    }

    private static String crowdedBy(long delayed) {
        long life = 5 * delayed;
        JobReport report =
                Jobs.report(
                        2, rank -> new Life(life, 0, 0, -1, "A.b(A.java:7)", delayed), List.of());
        return report.verdict().getFirst().what();
    }

    /** Ranks of a spawned world have less time to compute, which is no imbalance. */
    @Test
    void ranksThatCameLaterAreNotComparedWithTheFirst() {
        JobReport report =
                Jobs.report(
                        4,
                        rank -> new Life(rank < 2 ? 9000 : 900, 3000, 0, 3 - rank, "A.b(A.java:7)"),
                        List.of());
        assertThat(kinds(report)).containsExactly("lives");
        assertThat(report.verdict().getFirst().what()).contains("3.90 s of 12.0 s");
    }

    @Test
    void nothingStandsOutInAJobThatComputes() {
        JobReport report =
                Jobs.report(4, rank -> new Life(1000, 10, 10, 0, "A.b(A.java:7)"), List.of());
        assertThat(kinds(report)).containsExactly("nothing");
    }

    @Test
    void aJobWithoutNumbersHasNoVerdict() {
        JobReport report =
                JobReport.of(Jobs.header(2, "ended with code 1"), new JobNumbers(), List.of("x"));
        assertThat(report.verdict()).isEmpty();
        assertThat(SummaryText.lines(report))
                .endsWith("  no rank has left numbers", "  missing: x")
                .hasSize(3);
        assertThat(ReportPage.of(report)).contains("ended with code 1");
    }

    @Test
    void theSummaryHasTwentyLinesAtMost() {
        JobReport report =
                Jobs.report(
                        300,
                        rank -> new Life(1000 + 30L * rank, 3000, 900, 3, "A.b(A.java:7)"),
                        List.of(new Size("eager", 4, 50_000_000, 400_000)));
        assertThat(SummaryText.lines(report)).hasSizeLessThanOrEqualTo(20);
    }
}
