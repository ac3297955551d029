package org.strata.opal.platform.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The errno of native calls. A call that is linked with {@link #CAPTURE} takes a {@link #state} as
 * its first argument (after the function's address, if that is an argument too), and leaves errno
 * there for {@link #get}. Stateless.
 */
public final class Errno {
    /** Makes a linked call keep errno before the JVM's own calls overwrite it. */
    public static final Linker.Option CAPTURE = Linker.Option.captureCallState("errno");

    private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
    private static final long ERRNO =
            STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

    private Errno() {}

    /** Allocates the place where a call leaves errno; one thread at a time uses it. */
    public static MemorySegment state(Arena arena) {
        return arena.allocate(STATE);
    }

    /** Returns the errno of the last call with a state; undefined unless that call failed. */
    public static int get(MemorySegment state) {
        return state.get(ValueLayout.JAVA_INT, ERRNO);
    }
}
