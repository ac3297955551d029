package org.strata.tests.system.traffic;

import mpi.MPIException;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Traffic between processes that the kernel does not let read each other's memory, as in hardened
 * containers: none may be traced, and the thread that tries has not the right to trace all.
 */
public final class UnreadableProgram {
    private static final int PR_SET_DUMPABLE = 4;
    private static final int CAPABILITY_VERSION_3 = 0x20080522;
    private static final int CAPABILITY_BYTES = 24;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private UnreadableProgram() {}

    /** Gives the rights up, then runs the traffic. */
    public static void main(String[] args) throws MPIException {
        try (Arena arena = Arena.ofConfined()) {
            MethodHandle prctl = call("prctl", INT, INT, LONG, LONG, LONG, LONG);
            check((int) prctl.invokeExact(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L), "prctl");
            MemorySegment header = arena.allocate(8, 8);
            header.set(INT, 0, CAPABILITY_VERSION_3);
            MethodHandle capset = call("capset", INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
            check((int) capset.invokeExact(header, arena.allocate(CAPABILITY_BYTES, 8)), "capset");
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        TrafficProgram.main(args);
    }

    private static MethodHandle call(String name, ValueLayout result, ValueLayout... arguments) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments));
    }

    private static void check(int rc, String call) {
        if (rc != 0) {
            throw new AssertionError(call + " failed");
        }
    }
}
