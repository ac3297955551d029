package org.strata.ess.own;

import org.strata.opal.sys.HostFiles;
import org.strata.opal.sys.KernelThreads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The processors of a rank's thread, which mpirun passes in an environment variable: {@code 3} as
 * the user has asked, {@code 3/0,1,2,3} by default, where the second list is what the thread has
 * before.
 */
public final class ThreadBinding {
    /**
     * What the JIT compilers of a rank do: {@code quick} or {@code full} as {@code mpi_jit} has it;
     * absent for {@code auto}.
     */
    public static final String JIT = "STRATA_JIT";

    /** Removed by mpirun from its own environment, so that a job in a job is not bound by it. */
    public static final String PROCESSORS = "STRATA_PROCESSORS";

    /** More than any Linux numbers; a set of bits takes memory for its highest. */
    private static final int MOST_PROCESSORS = 1 << 16;

    private static final Path THIS_THREAD = HostFiles.process("thread-self");

    private ThreadBinding() {}

    /**
     * Adds the variable to a rank's environment.
     *
     * @param mask as {@link KernelThreads#bind} takes it
     */
    public static void addTo(Map<String, String> environment, long[] mask) {
        environment.put(PROCESSORS, list(mask));
    }

    /**
     * Adds the variable for a binding that nobody has asked for.
     *
     * @param mask the processors of the thread that calls MPI.Init
     * @param all those of the process; with others, as taskset gives them, the user has decided
     */
    public static void addDefault(Map<String, String> environment, long[] mask, long[] all) {
        environment.put(PROCESSORS, list(mask) + "/" + list(all));
    }

    /** Returns whether the user has asked for a binding, which threads are to inherit then. */
    static boolean isAsked(Map<String, String> environment) {
        String processors = environment.getOrDefault(PROCESSORS, "");
        return !processors.isEmpty() && !processors.contains("/");
    }

    private static String list(long[] mask) {
        return BitSet.valueOf(mask).stream()
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(","));
    }

    /**
     * Binds the calling thread as the variable says: if the user has asked for it, with the threads
     * that it starts from now on. Without the variable, or where the system refuses, the thread
     * stays as it is. Begins to look after the other threads.
     */
    static void bind(Map<String, String> environment) {
        String[] lists = environment.getOrDefault(PROCESSORS, "").split("/", 2);
        BitSet own = parse(lists[0]);
        boolean nice = !environment.containsKey(JIT);
        if (!own.isEmpty() && lists.length > 1 && bindAlone(own, parse(lists[1]), nice)) {
            return;
        }
        if (!own.isEmpty() && lists.length == 1) {
            KernelThreads.bind(0, own.toLongArray());
        }
        if (nice) {
            new RankThreads(true).start();
        }
    }

    /**
     * Binds the calling thread, and no other but the process' first: that one sleeps until the JVM
     * ends, and its processors are those that the system shows as the process' own. So other jobs
     * see that the core is taken. Returns false if it stays as it is.
     */
    private static boolean bindAlone(BitSet own, BitSet all, boolean nice) {
        String thread = number();
        if (thread == null
                || !BitSet.valueOf(KernelThreads.affinity(0)).equals(all)
                || !KernelThreads.bind(0, own.toLongArray())) {
            return false;
        }
        String first = Long.toString(ProcessHandle.current().pid());
        KernelThreads.bind(Integer.parseInt(first), own.toLongArray());
        new RankThreads(nice, Set.of(thread, first), own, all).start();
        return true;
    }

    /** Returns the kernel's number of the calling thread; null where it does not tell. */
    private static String number() {
        try {
            return Files.readSymbolicLink(THIS_THREAD).getFileName().toString();
        } catch (IOException e) {
            return null;
        }
    }

    /** Returns the processors; none where the value is not what mpirun writes. */
    static BitSet parse(String processors) {
        BitSet bits = new BitSet();
        try {
            for (String each : processors.split(",")) {
                bits.set(Objects.checkIndex(Integer.parseInt(each), MOST_PROCESSORS));
            }
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            return new BitSet();
        }
        return bits;
    }
}
