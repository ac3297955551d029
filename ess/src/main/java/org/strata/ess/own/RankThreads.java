package org.strata.ess.own;

import org.strata.opal.sys.HostFiles;
import org.strata.opal.sys.KernelThreads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Looks after the threads of a rank, each once, some times a second. Tier 3.
 *
 * <p>Threads that a thread bound by default has started get back the processors that it has not: a
 * thread inherits the binding of the one that starts it, and a program that computes with threads
 * of its own would have one core for all of them. A program may bind them itself later.
 *
 * <p>The JVM's optimizing compilers have the lowest priority for a while: in the first second they
 * have as much to do as the program has, and a rank that loses its core when a message arrives
 * keeps another one waiting, too. Later their code is worth more than the time it takes. A process
 * that could not raise the priority again leaves it as it is, and where nothing is bound nothing is
 * left to look after then: the thread ends, since ranks that share a core would wake it for
 * nothing.
 */
final class RankThreads implements Runnable {
    private static final Path TASKS = HostFiles.process("self/task");
    private static final Path CALLING = HostFiles.process("thread-self/stat");

    /** Where the kernel's line about a thread has its priority, counted from its state. */
    private static final int NICE_FIELD = 16;

    /** The lowest priority that there is. */
    private static final int MOST_NICE = 19;

    private static final long FIRST_MILLIS = 5;
    private static final long MOST_MILLIS = 100;

    /** As the kernel shows the names of the threads "C2 CompilerThread0" and so on. */
    private static final String OPTIMIZING = "C2 Compiler";

    /** Measured best of 400, 600 and 800 for jobs of a second; the final rate comes later by it. */
    private static final long NICE_MILLIS = 800;

    private final BitSet inherited;
    private final long[] all;
    private final Set<String> bound;
    private final String optimizing;

    /** The priorities that the compilers had, by thread: a user may run all of the job nicely. */
    private final Map<Integer, Integer> compilers = new HashMap<>();

    private boolean nice;

    /** The priority of this thread, which is the program's. */
    private int own;

    private Set<String> seen = Set.of();

    /**
     * @param nice whether the JVM's optimizing compilers give way to other threads at first
     */
    RankThreads(boolean nice) {
        this(nice, OPTIMIZING);
    }

    /**
     * As {@link #RankThreads(boolean)}, where tests choose the compilers: JVMs of tests may leave
     * the optimizing ones out.
     *
     * @param compilers how the names of their threads begin
     */
    RankThreads(boolean nice, String compilers) {
        this(nice, Set.of(), new BitSet(), new BitSet(), compilers);
    }

    /**
     * @param nice whether the JVM's optimizing compilers give way to other threads at first
     * @param bound the threads, by their numbers in the kernel, that stay bound
     * @param inherited the processors of those
     * @param all the processors that other threads get
     */
    RankThreads(boolean nice, Set<String> bound, BitSet inherited, BitSet all) {
        this(nice, bound, inherited, all, OPTIMIZING);
    }

    private RankThreads(
            boolean nice, Set<String> bound, BitSet inherited, BitSet all, String optimizing) {
        this.nice = nice;
        this.bound = bound;
        this.optimizing = optimizing;
        this.inherited = inherited;
        this.all = all.toLongArray();
    }

    void start() {
        Thread.ofPlatform().daemon().name("strata-threads").start(this);
    }

    @Override
    public void run() {
        own = priority(CALLING);
        nice = nice && mayRaise();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(NICE_MILLIS);
        try {
            long millis = FIRST_MILLIS;
            while ((nice || !inherited.isEmpty()) && look()) {
                Thread.sleep(millis);
                millis = Math.min(2 * millis, MOST_MILLIS);
                if (nice && System.nanoTime() - end > 0) {
                    // A compiler that began since the last look has the priority of its starter.
                    look();
                    nice = false;
                    compilers.forEach(KernelThreads::setNice);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tries with the calling thread, which keeps the lower priority if it may not. */
    private boolean mayRaise() {
        return own < MOST_NICE
                && KernelThreads.setNice(0, own + 1)
                && KernelThreads.setNice(0, own);
    }

    /**
     * Returns a thread's priority.
     *
     * @param stat the kernel's line about it
     * @return the lowest one if it is not shown
     */
    private static int priority(Path stat) {
        try {
            String line = Files.readString(stat);
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
            return Integer.parseInt(fields[NICE_FIELD]);
        } catch (IOException | RuntimeException e) {
            return MOST_NICE;
        }
    }

    /** Looks once; returns false where the kernel does not show the threads. */
    private boolean look() {
        String[] tasks = TASKS.toFile().list();
        if (tasks == null) {
            return false;
        }
        Set<String> known = new HashSet<>();
        for (String task : tasks) {
            known.add(task);
            if (!seen.contains(task)) {
                meet(task);
            }
        }
        seen = known;
        return true;
    }

    private void meet(String task) {
        int thread = Integer.parseInt(task);
        if (!inherited.isEmpty()
                && !bound.contains(task)
                && BitSet.valueOf(KernelThreads.affinity(thread)).equals(inherited)) {
            KernelThreads.bind(thread, all);
        }
        if (nice && name(task).startsWith(optimizing)) {
            int usual = priority(TASKS.resolve(task).resolve("stat"));
            KernelThreads.setNice(thread, MOST_NICE);
            // A thread inherits the priority of the one that starts it: another compiler's here.
            compilers.put(thread, usual == MOST_NICE ? own : usual);
        }
    }

    /** Returns a thread's name, as far as the kernel keeps it; empty once it has ended. */
    private static String name(String task) {
        try {
            return Files.readString(TASKS.resolve(task).resolve("comm"));
        } catch (IOException e) {
            return "";
        }
    }
}
