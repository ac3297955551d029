package org.strata.ess.own;

import org.strata.opal.sys.Posix;

import java.util.BitSet;
import java.util.Map;
import java.util.stream.Collectors;

/** The processors of a rank's thread, which mpirun passes in an environment variable. */
public final class ThreadBinding {
    private static final String PROCESSORS = "STRATA_PROCESSORS";

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
        BitSet bits = new BitSet();
        try {
            for (String each : processors.split(",")) {
                bits.set(Integer.parseInt(each));
            }
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            // mpirun wrote something else, or somebody has changed it.
            return;
        }
        Posix.setAffinity(bits.toLongArray());
    }
}
