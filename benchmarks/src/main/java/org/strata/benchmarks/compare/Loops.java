package org.strata.benchmarks.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Endless loops of other users beside what is measured: processes that never wait. */
final class Loops implements AutoCloseable {
    private final List<Process> processes = new ArrayList<>();

    /**
     * Starts loops.
     *
     * @param count how many processes; none for 0
     * @param nice how much they give way, 0 to 19
     */
    Loops(int count, int nice) throws IOException {
        try {
            for (int i = 0; i < count; i++) {
                processes.add(start(nice));
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    // Each looks from time to time whether this process lives: it may be killed, and cannot stop
    // them then.
    private static Process start(int nice) throws IOException {
        String loop = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        String body = "while kill -0 " + ProcessHandle.current().pid() + "; do " + loop + "; done";
        return new ProcessBuilder("nice", "-n", Integer.toString(nice), "sh", "-c", body)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    int count() {
        return processes.size();
    }

    /** Returns the processor time that all loops have taken since they started. */
    Duration taken() {
        return processes.stream()
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}
