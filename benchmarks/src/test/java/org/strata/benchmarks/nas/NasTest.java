package org.strata.benchmarks.nas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The reports of kernels become rows, and the command line refuses what it cannot run. */
class NasTest {
    @TempDir private Path directory;

    private static Outcome report(String verification, double rate) {
        return Outcome.of(
                List.of(
                        "",
                        " EP Benchmark Completed.",
                        " Sums = -3.2E+03 -6.9E+03",
                        " Class           =                        S",
                        " Time in seconds =                     1.25",
                        " Time in MPI (%) =                     17.5",
                        " Mop/s total     =  " + rate,
                        " Mop/s/process   =                     1.00",
                        " Verification    =               " + verification));
    }

    @Test
    void aReportIsRead() {
        Outcome outcome = report("SUCCESSFUL", 800);
        assertThat(outcome).isEqualTo(new Outcome(true, 1.25, 17.5, 800));
        assertThat(report("UNSUCCESSFUL", 900).verified()).isFalse();
        assertThat(Outcome.of(List.of("Exception")).verified()).isFalse();
    }

    @Test
    void theBestVerifiedRunCounts() {
        Outcome right = report("SUCCESSFUL", 800);
        Outcome faster = report("SUCCESSFUL", 801);
        Outcome wrong = report("UNSUCCESSFUL", 900);
        assertThat(right.better(faster)).isEqualTo(faster);
        assertThat(faster.better(right)).isEqualTo(faster);
        assertThat(wrong.better(right)).isEqualTo(right);
        assertThat(right.better(wrong)).isEqualTo(right);
        assertThat(right.better(Outcome.of(List.of()))).isEqualTo(right);
    }

    @Test
    void efficiencyIsThatOfTheRatePerRank() throws IOException {
        TreeMap<Integer, Outcome> runs = new TreeMap<>();
        runs.put(1, report("SUCCESSFUL", 800));
        runs.put(4, report("SUCCESSFUL", 1600));
        assertThat(NasTable.efficiency(runs, 4)).isCloseTo(0.5, within(1e-9));
        assertThat(NasTable.print("S", Map.of(Kernel.EP, runs))).isTrue();
        assertThat(NasTable.draw(directory, "S", Map.of(Kernel.EP, runs))).isNotEmptyFile();
        runs.put(8, Outcome.of(List.of()));
        assertThat(NasTable.print("S", Map.of(Kernel.EP, runs))).isFalse();
    }

    @Test
    void whatAnOptionCostsIsARatioOfTimes() {
        TreeMap<Integer, Outcome> without = new TreeMap<>(Map.of(2, report("SUCCESSFUL", 800)));
        TreeMap<Integer, Outcome> with = new TreeMap<>(Map.of(2, report("SUCCESSFUL", 796)));
        assertThat(NasTable.ratios(Kernel.CG, " --report ", without, with))
                .containsExactly("CG, 2 ranks, time with --report / without: 1.0050");
        assertThat(NasTable.ratios(Kernel.CG, "", without, new TreeMap<>())).isEmpty();
    }

    @Test
    void someKernelsNeedSquares() throws IOException {
        assertThat(List.of(Kernel.BT, Kernel.SP)).allMatch(kernel -> kernel.takes(9));
        assertThat(List.of(Kernel.BT, Kernel.SP)).noneMatch(kernel -> kernel.takes(2));
        assertThat(Kernel.LU.takes(2)).isTrue();
        assertThat(NasTable.print("S", Map.of(Kernel.BT, new TreeMap<>()))).isTrue();
        assertThat(NasTable.draw(directory, "S", Map.of(Kernel.BT, new TreeMap<>()))).exists();
    }

    @Test
    void wrongOptionsAreRefused() {
        assertThat(Nas.line().execute("--root", "/", "--kernels", "UA")).isEqualTo(2);
        assertThat(Nas.line().execute("--root", "/", "-np", "0")).isEqualTo(2);
    }
}
