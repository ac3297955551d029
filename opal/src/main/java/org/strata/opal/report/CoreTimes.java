package org.strata.opal.report;

import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * What Linux says of this process's threads and the cores: how long the threads of the program were
 * ready to run and had no core, and what the JVM's compilers have taken of one. It is the evidence
 * that a rank was slow because of its work and not of its neighbours. Elsewhere, or where the
 * kernel does not count, the JVM's clocks tell how long the program's threads were on a core, and
 * nothing is known of the rest. Tier 3.
 */
public final class CoreTimes {
    /** In /proc/…/schedstat: nanoseconds on a core, nanoseconds ready without one, time slices. */
    private static final int ON_CORE = 0;

    private static final int DELAYED = 1;

    private static final List<String> COMPILERS = List.of("C1 Compiler", "C2 Compiler");

    private final Path proc;

    /** Returns how long the thread of an id has been on a core, nanoseconds; -1 if not known. */
    private final LongUnaryOperator clock;

    private final List<Watched> threads = new ArrayList<>();
    private final Map<Path, Long> compilers = new HashMap<>();

    private static final class Watched {
        private final Supplier<long[]> source;
        private final long[] before;
        private long[] now;

        Watched(Supplier<long[]> source, long[] before) {
            this.source = source;
            this.before = before;
            this.now = before;
        }

        /** Reads again; a thread that has ended keeps what was read of it last. */
        long since(int which) {
            if (which >= before.length) {
                return -1;
            }
            long[] times = source.get();
            now = times == null || times[which] < now[which] ? now : times;
            return now[which] - before[which];
        }
    }

    /** Watches this process. */
    public CoreTimes() {
        this(HostFiles.process(""), CoreTimes::byBean);
    }

    /**
     * @param proc a directory as /proc
     * @param clock returns how long the thread of an id has been on a core; -1 if that is not known
     */
    CoreTimes(Path proc, LongUnaryOperator clock) {
        this.proc = proc;
        this.clock = clock;
    }

    private static long byBean(long thread) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.isThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled()
                ? threads.getThreadCpuTime(thread)
                : -1;
    }

    /** Watches the calling thread from now on. */
    public synchronized void watchThisThread() {
        Path file = ownFile();
        if (!watch(() -> read(file))) {
            long thread = Thread.currentThread().threadId();
            watch(() -> onClock(thread));
        }
    }

    private boolean watch(Supplier<long[]> source) {
        long[] times = source.get();
        if (times != null) {
            threads.add(new Watched(source, times));
        }
        return times != null;
    }

    /** Returns where Linux shows the calling thread's times; null elsewhere. */
    private Path ownFile() {
        try {
            // "4711/task/4712"
            Path link = Files.readSymbolicLink(proc.resolve("thread-self"));
            return proc.resolve(link).resolve("schedstat");
        } catch (IOException e) {
            return null;
        }
    }

    private long[] onClock(long thread) {
        long nanos = clock.applyAsLong(thread);
        return nanos < 0 ? null : new long[] {nanos};
    }

    /**
     * Returns how long the watched threads were ready to run without a core since they are watched,
     * nanoseconds, the mean of the threads; -1 if that is not known.
     */
    public synchronized long delayed() {
        return mean(DELAYED);
    }

    /**
     * Returns how long the watched threads were on a core since they are watched, nanoseconds, the
     * mean of the threads; -1 if that is not known. Whoever else wants the cores does not change
     * it.
     */
    public synchronized long onCore() {
        return mean(ON_CORE);
    }

    private long mean(int which) {
        long sum = 0;
        for (Watched one : threads) {
            long since = one.since(which);
            if (since < 0) {
                return -1;
            }
            sum += since;
        }
        return threads.isEmpty() ? -1 : sum / threads.size();
    }

    /**
     * Returns the nanoseconds that the JVM's compilers have been on a core, as far as it was asked
     * before they ended; -1 if that is not known.
     */
    public synchronized long compiling() {
        try (DirectoryStream<Path> tasks =
                Files.newDirectoryStream(proc.resolve("self").resolve("task"))) {
            for (Path task : tasks) {
                if (isCompiler(task)) {
                    long[] times = read(task.resolve("schedstat"));
                    if (times != null) {
                        compilers.merge(task, times[ON_CORE], Math::max);
                    }
                }
            }
        } catch (IOException e) {
            return -1;
        }
        return compilers.isEmpty()
                ? -1
                : compilers.values().stream().mapToLong(Long::longValue).sum();
    }

    private static boolean isCompiler(Path task) {
        try {
            String name = Files.readString(task.resolve("comm"), StandardCharsets.ISO_8859_1);
            return COMPILERS.stream().anyMatch(name::startsWith);
        } catch (IOException e) {
            return false;
        }
    }

    private static long[] read(Path schedstat) {
        if (schedstat == null) {
            return null;
        }
        try {
            String[] words =
                    Files.readString(schedstat, StandardCharsets.ISO_8859_1).strip().split(" ");
            return new long[] {Long.parseLong(words[ON_CORE]), Long.parseLong(words[DELAYED])};
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return null;
        }
    }
}
