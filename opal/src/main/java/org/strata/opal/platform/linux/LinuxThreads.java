package org.strata.opal.platform.linux;

import org.strata.opal.memory.Memory;
import org.strata.opal.platform.ThreadCalls;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Calls on threads by the stub that a rank has anyway: to link a function of libc costs it a
 * millisecond or two. Tier 3.
 */
final class LinuxThreads implements ThreadCalls {
    private static final long SET_AFFINITY = SystemCall.number(203, 122, 222, 239);
    private static final long GET_AFFINITY = SystemCall.number(204, 123, 223, 240);
    private static final long SET_PRIORITY = SystemCall.number(141, 140, 97, 97);
    private static final long GET_GROUP = SystemCall.number(121, 155, 132, 132);

    /** PRIO_PROCESS; for Linux it means a thread. */
    private static final long ONE_THREAD = 0;

    /** Room for the processors of any host: the kernel refuses less than it has. */
    private static final int MASK_BYTES = 1024;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    /** For mpirun, which says why the kernel refuses. Linked on first use. */
    private static final class Telling {
        private static final MethodHandle SET_AFFINITY = link();

        private static MethodHandle link() {
            Linker linker = Linker.nativeLinker();
            ValueLayout.OfInt number = ValueLayout.JAVA_INT;
            return linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("sched_setaffinity"),
                    FunctionDescriptor.of(number, number, LONG, LONG),
                    Errno.CAPTURE);
        }
    }

    /** By single words: a segment's own copies are classes that the JVM makes at run time. */
    private static long words(Arena arena, long[] mask) {
        long words = Memory.allocate(arena, Math.max(1, bytes(mask)), Long.BYTES);
        for (int i = 0; i < mask.length; i++) {
            Memory.putLong(words + (long) i * Long.BYTES, mask[i]);
        }
        return words;
    }

    private static long bytes(long[] mask) {
        return (long) mask.length * Long.BYTES;
    }

    @Override
    public boolean bind(int thread, long[] mask) {
        try (Arena arena = Arena.ofConfined()) {
            long words = words(arena, mask);
            return SystemCall.call(SET_AFFINITY, thread, bytes(mask), words, 0) == 0;
        }
    }

    @Override
    public int bindCaller(long[] mask) {
        try (Arena arena = Arena.ofConfined()) {
            long words = words(arena, mask);
            MemorySegment state = Errno.state(arena);
            int rc = (int) Telling.SET_AFFINITY.invokeExact(state, 0, bytes(mask), words);
            return rc == 0 ? 0 : -Errno.get(state);
        } catch (Throwable e) {
            throw NativeFailure.of(e);
        }
    }

    @Override
    public long[] affinity(int thread) {
        try (Arena arena = Arena.ofConfined()) {
            long words = Memory.allocate(arena, MASK_BYTES, Long.BYTES);
            long bytes = SystemCall.call(GET_AFFINITY, thread, MASK_BYTES, words, 0);
            long[] mask = new long[(int) Math.max(0, bytes / Long.BYTES)];
            for (int i = 0; i < mask.length; i++) {
                mask[i] = Memory.getLong(words + (long) i * Long.BYTES);
            }
            return mask;
        }
    }

    @Override
    public boolean setNice(int thread, int nice) {
        return SystemCall.call(SET_PRIORITY, ONE_THREAD, thread, nice, 0) == 0;
    }

    @Override
    public long groupOf(int pid) {
        return SystemCall.call(GET_GROUP, pid, 0, 0, 0);
    }
}
