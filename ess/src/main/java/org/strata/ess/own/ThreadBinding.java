package org.strata.ess.own;

import org.strata.opal.sys.Posix;

import java.util.BitSet;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The processors of a rank's thread, which mpirun passes in an environment variable. */
public final class ThreadBinding {
    /** Removed by mpirun from its own environment, so that a job in a job is not bound by it. */
    public static final String PROCESSORS = "STRATA_PROCESSORS";

    /** More than any Linux numbers; a set of bits takes memory for its highest. */
    private static final int MOST_PROCESSORS = 1 << 16;

    private ThreadBinding() {}

    /**
     * Adds the variable to a rank's environment.
     *
     * @param mask as {@link Posix#setAffinity} takes it
     */
    public static void addTo(Map<String, String> environment, long[] mask) {
        environment.put(
                PROCESSORS,
                BitSet.valueOf(mask).stream()
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(",")));
    }

    /**
     * Binds the calling thread, and those that it starts from now on, as the variable says. Without
     * it, or where the system refuses, the thread stays as it is.
     */
    static void bind(Map<String, String> environment) {
        String processors = environment.get(PROCESSORS);
        if (processors == null) {
            return;
        }
        BitSet bits = parse(processors);
        if (!bits.isEmpty()) {
            Posix.setAffinity(bits.toLongArray());
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
