package org.strata.opal.platform.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/** What the kernel shows of a thread after each call. Threads of their own end with their masks. */
@EnabledOnOs(OS.LINUX)
class LinuxThreadsTest {
    private static final int GROUP = 2;
    private static final int NICE = 16;

    /** No kernel gives a process this number. */
    private static final int NOBODY = Integer.MAX_VALUE;

    private final LinuxThreads threads = new LinuxThreads();

    private interface Body {
        void run(int number) throws IOException;
    }

    private static void onAThread(Body body) throws InterruptedException {
        Throwable[] failure = new Throwable[1];
        Thread.ofPlatform()
                .start(() -> {
                    try {
                        String own =
                                Files.readSymbolicLink(Path.of("/proc/thread-self")).toString();
                        body.run(Integer.parseInt(own.substring(own.lastIndexOf('/') + 1)));
                    } catch (IOException | RuntimeException | Error e) {
                        failure[0] = e;
                    }
                })
                .join();
        assertThat(failure[0]).isNull();
    }

    /** Returns a field of proc(5)'s stat, counted from the one behind the name. */
    private static int stat(String task, int field) throws IOException {
        String line = Files.readString(Path.of("/proc", task, "stat"));
        return Integer.parseInt(line.substring(line.lastIndexOf(')') + 2).split(" ")[field]);
    }

    @Test
    void aBoundThreadRunsThereAlone() throws InterruptedException {
        onAThread(number -> {
            BitSet all = BitSet.valueOf(threads.affinity(0));
            for (int processor : new int[] {all.length() - 1, all.nextSetBit(0)}) {
                BitSet one = new BitSet();
                one.set(processor);
                assertThat(threads.bind(number, one.toLongArray())).isTrue();
                assertThat(BitSet.valueOf(threads.affinity(number))).isEqualTo(one);
                assertThat(threads.bindCaller(all.toLongArray())).isZero();
                assertThat(BitSet.valueOf(threads.affinity(0))).isEqualTo(all);
            }
        });
    }

    @Test
    void whatTheKernelRefusesChangesNothing() throws InterruptedException {
        onAThread(number -> {
            long[] before = threads.affinity(0);
            assertThat(threads.bind(number, new long[1])).as("no processor").isFalse();
            assertThat(threads.bind(NOBODY, before)).isFalse();
            assertThat(threads.bindCaller(new long[0])).as("EINVAL").isEqualTo(-22);
            assertThat(threads.affinity(0)).isEqualTo(before);
        });
        assertThat(threads.affinity(NOBODY)).isEmpty();
    }

    @Test
    void theThreadAloneBecomesNicer() throws InterruptedException {
        onAThread(number -> {
            int before = stat("self/task/" + number, NICE);
            int process = stat("self", NICE);
            int nicer = Math.min(19, before + 1);
            assertThat(threads.setNice(number, nicer)).isTrue();
            assertThat(stat("self/task/" + number, NICE)).isEqualTo(nicer);
            assertThat(stat("self", NICE)).isEqualTo(process);
        });
        assertThat(threads.setNice(NOBODY, 1)).isFalse();
    }

    @Test
    void groupsOfProcesses() throws IOException {
        int self = (int) ProcessHandle.current().pid();
        assertThat(threads.groupOf(self)).isEqualTo(stat("self", GROUP)).isPositive();
        assertThat(threads.groupOf(NOBODY)).isEqualTo(-1);
    }
}
