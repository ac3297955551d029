package org.strata.launcher.map;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.strata.opal.sys.KernelThreads;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** Processes of this host that show themselves by their binding, as ranks of other MPIs do. */
@EnabledOnOs(OS.LINUX)
class BoundProcessesTest {
    @Test
    void aProcessOnOneCoreIsSeen() throws IOException, InterruptedException {
        List<CpuSet> cores =
                IntStream.of(CpuSet.ofMask(KernelThreads.affinity(0)).toArray())
                        .mapToObj(cpu -> CpuSet.parse("" + cpu))
                        .toList();
        Assumptions.assumeTrue(cores.size() > 1, "one processor alone");
        Process process = new ProcessBuilder("sleep", "600").start();
        try {
            for (CpuSet core : cores) {
                assertThat(KernelThreads.bind((int) process.pid(), core.toMask())).isTrue();
                assertThat(BoundProcesses.on(cores)).contains(core);
            }
            assertThat(BoundProcesses.on(cores.subList(0, 1)))
                    .as("one core is no choice")
                    .isEmpty();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
