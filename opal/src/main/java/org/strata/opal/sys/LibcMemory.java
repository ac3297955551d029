package org.strata.opal.sys;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Copies of native memory by the C library, which chooses its instructions for the processor. */
public final class LibcMemory {
    /**
     * Bytes from which {@link #copy} takes less time than the JDK's copy does. Measured on an EPYC:
     * 64 KiB in 0.57 instead of 0.76 us, 16 KiB in 0.11 instead of 0.07 us.
     */
    public static final long WORTHWHILE = 32 << 10;

    private LibcMemory() {}

    /** Linked on first use. Not a critical call: a long copy must not delay garbage collection. */
    private static final class Calls {
        private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
        private static final MethodHandle MEMMOVE = link();

        private static MethodHandle link() {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("memmove"),
                    FunctionDescriptor.of(LONG, LONG, LONG, LONG));
        }
    }

    /** Copies bytes between ranges of native memory, which may overlap. */
    public static void copy(long source, long target, long length) {
        try {
            long _ = (long) Calls.MEMMOVE.invokeExact(target, source, length);
        } catch (Throwable e) {
            throw new AssertionError("memmove throws nothing", e);
        }
    }
}
