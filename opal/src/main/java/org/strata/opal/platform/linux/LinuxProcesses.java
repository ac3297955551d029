package org.strata.opal.platform.linux;

import org.strata.opal.platform.ProcessCalls;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** kill, signal, read and write of libc, linked on first use each. */
final class LinuxProcesses implements ProcessCalls {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private static MethodHandle link(String name, FunctionDescriptor type) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type, Errno.CAPTURE);
    }

    private static final class KillHolder {
        private static final MethodHandle KILL = link("kill", FunctionDescriptor.of(INT, INT, INT));
    }

    private static final class SignalHolder {
        private static final FunctionDescriptor TYPE = FunctionDescriptor.of(LONG, INT, LONG);
        private static final MethodHandle SIGNAL = link("signal", TYPE);
    }

    private static final class StreamHolder {
        private static final FunctionDescriptor TYPE =
                FunctionDescriptor.of(LONG, INT, ValueLayout.ADDRESS, LONG);
        private static final MethodHandle READ = link("read", TYPE);
        private static final MethodHandle WRITE = link("write", TYPE);
    }

    @Override
    public int kill(int pid, int signal) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = Errno.state(arena);
            int rc = (int) KillHolder.KILL.invokeExact(state, pid, signal);
            return rc == 0 ? 0 : -Errno.get(state);
        } catch (Throwable e) {
            throw NativeFailure.of(e);
        }
    }

    @Override
    public int defaultAction(int signal) {
        return setAction(signal, 0L);
    }

    /**
     * No Java code can handle SIGQUIT, and of what the C library has for signal handlers only
     * alarm, which the kernel's argument suits, leads back to Java.
     */
    @Override
    public int alarmOn(int signal) {
        MemorySegment alarm = Linker.nativeLinker().defaultLookup().findOrThrow("alarm");
        return setAction(signal, alarm.address());
    }

    private static int setAction(int signal, long handler) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = Errno.state(arena);
            long before = (long) SignalHolder.SIGNAL.invokeExact(state, signal, handler);
            return before == -1 ? -Errno.get(state) : 0;
        } catch (Throwable e) {
            throw NativeFailure.of(e);
        }
    }

    @Override
    public int read(int descriptor, byte[] bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(bytes.length);
            MemorySegment state = Errno.state(arena);
            long length = bytes.length;
            long rc = (long) StreamHolder.READ.invokeExact(state, descriptor, copy, length);
            if (rc > 0) {
                MemorySegment.copy(copy, ValueLayout.JAVA_BYTE, 0, bytes, 0, (int) rc);
            }
            return rc < 0 ? -Errno.get(state) : (int) rc;
        } catch (Throwable e) {
            throw NativeFailure.of(e);
        }
    }

    @Override
    public int write(int descriptor, byte[] bytes, int from) {
        int length = bytes.length - from;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(length);
            MemorySegment.copy(bytes, from, copy, ValueLayout.JAVA_BYTE, 0, length);
            MemorySegment state = Errno.state(arena);
            long rc = (long) StreamHolder.WRITE.invokeExact(state, descriptor, copy, (long) length);
            return rc < 0 ? -Errno.get(state) : (int) rc;
        } catch (Throwable e) {
            throw NativeFailure.of(e);
        }
    }
}
