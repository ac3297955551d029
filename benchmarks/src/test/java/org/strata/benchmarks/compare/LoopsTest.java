package org.strata.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.util.List;

/** Processes that take cores from what is measured, and leave none behind. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LoopsTest {
    private static List<ProcessHandle> children() {
        return ProcessHandle.current().children().toList();
    }

    @Test
    void theyTakeProcessorTimeUntilTheyAreClosed() throws IOException {
        List<ProcessHandle> before = children();
        try (Loops loops = new Loops(2, 10)) {
            assertThat(loops.count()).isEqualTo(2);
            while (loops.taken().isZero()) {
                Thread.onSpinWait();
            }
            assertThat(children()).hasSize(before.size() + 2);
        }
        while (!before.containsAll(children())) {
            Thread.onSpinWait();
        }
    }

    @Test
    void noLoopsTakeNothing() throws IOException {
        try (Loops loops = new Loops(0, 0)) {
            assertThat(loops.count()).isZero();
            assertThat(loops.taken()).isZero();
        }
    }
}
