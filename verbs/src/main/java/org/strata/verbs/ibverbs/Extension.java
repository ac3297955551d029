package org.strata.verbs.ibverbs;

import org.strata.opal.memory.Memory;

import java.lang.foreign.MemorySegment;

/**
 * The {@code verbs_context} around an {@code ibv_context}: operations younger than the first ABI. A
 * library may have fewer of them than this class knows, and a driver may lack some.
 */
final class Extension {
    private static final long EXTENDED = -1;
    private static final long MAX_BYTES = 1 << 16;

    private final long context;
    private final long bytes;

    Extension(long context) {
        this.context = context;
        boolean extended = Memory.getLong(context + Layout.CONTEXT_ABI_COMPAT) == EXTENDED;
        bytes = extended ? Memory.getLong(context + Layout.EXTENDED_SIZE) : 0;
    }

    /** Returns whether the size in the structure, if there is one, is plausible. */
    boolean plausible() {
        return bytes == 0 || (bytes >= Layout.CONTEXT_BYTES && bytes < MAX_BYTES);
    }

    /**
     * Returns an operation, or null when the library or the driver lacks it.
     *
     * @param offset from the context, negative
     */
    MemorySegment operation(int offset) {
        if (bytes < Layout.CONTEXT_BYTES - offset) {
            return null;
        }
        long function = Memory.getLong(context + offset);
        return function == 0 ? null : MemorySegment.ofAddress(function);
    }
}
