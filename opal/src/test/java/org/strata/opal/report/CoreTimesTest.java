package org.strata.opal.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongUnaryOperator;

/** What is read of threads and cores, from files as Linux has them. */
class CoreTimesTest {
    private static final LongUnaryOperator UNKNOWN = thread -> -1;

    @TempDir private Path proc;

    @BeforeEach
    void process() throws IOException {
        task(12, "java", "5000 700 9");
        task(13, "C2 CompilerThre", "400 1 1");
        task(14, "C1 CompilerThre", "60 1 1");
        Files.createSymbolicLink(proc.resolve("self"), Path.of("11"));
        Files.createSymbolicLink(proc.resolve("thread-self"), Path.of("11/task/12"));
    }

    private void task(int id, String name, String times) throws IOException {
        Path task = Files.createDirectories(proc.resolve("11/task/" + id));
        Files.writeString(task.resolve("comm"), name + "\n");
        Files.writeString(task.resolve("schedstat"), times + "\n");
    }

    @Test
    void delaysCountFromTheMomentThatAThreadIsWatched() throws IOException {
        CoreTimes times = new CoreTimes(proc, UNKNOWN);
        times.watchThisThread();
        assertThat(times.delayed()).isZero();
        assertThat(times.onCore()).isZero();
        task(12, "java", "6000 950 12");
        assertThat(times.delayed()).isEqualTo(250);
        assertThat(times.onCore()).isEqualTo(1000);
    }

    @Test
    void aThreadThatHasEndedKeepsWhatWasKnown() throws IOException {
        CoreTimes times = new CoreTimes(proc, UNKNOWN);
        times.watchThisThread();
        task(12, "java", "6000 950 12");
        times.delayed();
        Files.delete(proc.resolve("11/task/12/schedstat"));
        assertThat(times.delayed()).isEqualTo(250);
    }

    /** Another thread may get the number of one that has ended: times never go back. */
    @Test
    void aThreadOfTheSameNumberTakesNothingAway() throws IOException {
        CoreTimes times = new CoreTimes(proc, UNKNOWN);
        times.watchThisThread();
        task(12, "java", "6000 950 12");
        times.delayed();
        task(12, "java", "7000 20 1");
        assertThat(times.delayed()).isEqualTo(250);
        assertThat(times.compiling()).isEqualTo(460);
        task(13, "C2 CompilerThre", "10 1 1");
        assertThat(times.compiling()).isEqualTo(460);
    }

    @Test
    void severalThreadsCountAsTheirMean() throws IOException {
        CoreTimes times = new CoreTimes(proc, UNKNOWN);
        times.watchThisThread();
        Files.delete(proc.resolve("thread-self"));
        Files.createSymbolicLink(proc.resolve("thread-self"), Path.of("11/task/14"));
        times.watchThisThread();
        task(12, "java", "6000 900 12");
        task(14, "C1 CompilerThre", "60 101 1");
        assertThat(times.delayed()).isEqualTo(150);
    }

    /** The compilers come and go; their time stays. */
    @Test
    void compilersAreFoundByName() throws IOException {
        CoreTimes times = new CoreTimes(proc, UNKNOWN);
        assertThat(times.compiling()).isEqualTo(460);
        Files.delete(proc.resolve("11/task/14/schedstat"));
        task(15, "C2 CompilerThre", "1000 1 1");
        assertThat(times.compiling()).isEqualTo(1460);
    }

    @Test
    void nothingIsKnownWhereTheKernelDoesNotCount() throws IOException {
        task(12, "java", "0");
        CoreTimes times = new CoreTimes(proc, UNKNOWN);
        times.watchThisThread();
        assertThat(times.delayed()).isEqualTo(-1);
        assertThat(times.onCore()).isEqualTo(-1);
        CoreTimes elsewhere = new CoreTimes(proc.resolve("missing"), UNKNOWN);
        elsewhere.watchThisThread();
        assertThat(elsewhere.delayed()).isEqualTo(-1);
        assertThat(elsewhere.compiling()).isEqualTo(-1);
    }

    /** Elsewhere the JVM knows the time on cores, but not what came between. */
    @Test
    void withoutTheKernelsFilesThereAreTheJvmsClocks() {
        long[] clock = {5_000};
        CoreTimes times = new CoreTimes(proc.resolve("missing"), thread -> clock[0]);
        times.watchThisThread();
        clock[0] = 5_700;
        assertThat(times.onCore()).isEqualTo(700);
        assertThat(times.delayed()).isEqualTo(-1);
        clock[0] = -1;
        assertThat(times.onCore()).as("of a thread that has ended").isEqualTo(700);
    }
}
