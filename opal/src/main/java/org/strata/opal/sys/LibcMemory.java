package org.strata.opal.sys;

import org.strata.opal.platform.PageCalls;
import org.strata.opal.platform.Platform;

/**
 * Long copies of native memory by the C library where the platform has it, which chooses its
 * instructions for the processor.
 */
public final class LibcMemory {
    /**
     * Bytes from which {@link #copy} takes less time than the JDK's copy does. Measured on an EPYC:
     * 64 KiB in 0.57 instead of 0.76 us, 16 KiB in 0.11 instead of 0.07 us.
     */
    public static final long WORTHWHILE = 32 << 10;

    private static final PageCalls CALLS = Platform.services().pages();

    private LibcMemory() {}

    /** Copies bytes between ranges of native memory, which may overlap. */
    public static void copy(long source, long target, long length) {
        CALLS.copyLong(source, target, length);
    }
}
