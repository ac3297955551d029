package org.strata.opal.report;

import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What Linux says of this process's threads and the cores: how long the threads of the program were
 * ready to run and had no core, and what the JVM's compilers have taken of one. It is the evidence
 * that a rank was slow because of its work and not of its neighbours. Elsewhere, or where the
 * kernel does not count, nothing is known. Tier 3.
 */
public final class CoreTimes {
    /** In /proc/…/schedstat: nanoseconds on a core, nanoseconds ready without one, time slices. */
    private static final int ON_CORE = 0;

    private static final int DELAYED = 1;

    private static final List<String> COMPILERS = List.of("C1 Compiler", "C2 Compiler");

    private final Path proc;
    private final List<Watched> threads = new ArrayList<>();
    private final Map<Path, Long> compilers = new HashMap<>();

    private static final class Watched {
        private final Path file;
        private final long[] before;
        private long[] now;

        Watched(Path file, long[] before) {
            this.file = file;
            this.before = before;
            this.now = before;
        }

        /** Reads again; a thread that has ended keeps what was read of it last. */
        long since(int which) {
            long[] times = read(file);
            now = times == null || times[which] < now[which] ? now : times;
            return now[which] - before[which];
        }
    }

    /** Watches this process. */
    public CoreTimes() {
        this(HostFiles.process(""));
    }

    /**
     * @param proc a directory as /proc
     */
    CoreTimes(Path proc) {
        this.proc = proc;
    }

    /** Watches the calling thread from now on. */
    public synchronized void watchThisThread() {
        try {
            // "4711/task/4712"
            Path link = Files.readSymbolicLink(proc.resolve("thread-self"));
            Path file = proc.resolve(link).resolve("schedstat");
            long[] times = read(file);
            if (times != null) {
                threads.add(new Watched(file, times));
            }
        } catch (IOException | UnsupportedOperationException e) {
            // Not Linux: nothing is known.
        }
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
        return threads.isEmpty()
                ? -1
                : threads.stream().mapToLong(one -> one.since(which)).sum() / threads.size();
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
        try {
            String[] words =
                    Files.readString(schedstat, StandardCharsets.ISO_8859_1).strip().split(" ");
            return new long[] {Long.parseLong(words[ON_CORE]), Long.parseLong(words[DELAYED])};
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return null;
        }
    }
}
