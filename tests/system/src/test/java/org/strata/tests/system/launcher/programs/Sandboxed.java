package org.strata.tests.system.launcher.programs;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Runs a command to which the kernel refuses a system call, with EPERM, as a container's seccomp
 * profile does: {@code unix} refuses sockets in files, {@code futex} futexes between processes (the
 * JVM's own are marked private). x86-64 alone. Exits with 99 where filters cannot be installed.
 */
public final class Sandboxed {
    private static final int NO_NEW_PRIVILEGES = 38;
    private static final int SECCOMP = 22;
    private static final int FILTER = 2;
    private static final int IMPOSSIBLE = 99;

    private static final short LOAD = 0x20;
    private static final short IF_EQUAL = 0x15;
    private static final short RETURN = 0x06;
    private static final int ALLOW = 0x7fff0000;
    private static final int REFUSE = 0x00050001;

    /** Where the kernel shows a filter the number of the call and its arguments. */
    private static final int NUMBER = 0;

    private static final int FIRST_ARGUMENT = 16;
    private static final int SECOND_ARGUMENT = 24;

    private Sandboxed() {}

    /** Runs the command behind the first word; exits as it does. */
    public static void main(String[] args) throws Throwable {
        boolean installed =
                args[0].equals("unix")
                        ? refuse(41, FIRST_ARGUMENT, 1, 1)
                        : refuse(202, SECOND_ARGUMENT, 0, 1);
        if (!installed) {
            System.exit(IMPOSSIBLE);
        }
        // A filter is inherited from the thread that starts the process.
        String[] command = Arrays.copyOfRange(args, 1, args.length);
        System.exit(new ProcessBuilder(command).inheritIO().start().waitFor());
    }

    /** Refuses a call when the low word of an argument is one of two. */
    private static boolean refuse(int call, int argument, int one, int other) throws Throwable {
        ByteBuffer code = ByteBuffer.allocateDirect(8 * 7).order(ByteOrder.nativeOrder());
        put(code, LOAD, 0, 0, NUMBER);
        put(code, IF_EQUAL, 0, 4, call);
        put(code, LOAD, 0, 0, argument);
        put(code, IF_EQUAL, 1, 0, one);
        put(code, IF_EQUAL, 0, 1, other);
        put(code, RETURN, 0, 0, REFUSE);
        put(code, RETURN, 0, 0, ALLOW);
        ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
        Linker linker = Linker.nativeLinker();
        MethodHandle prctl =
                linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("prctl"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, word, word, word, word),
                        Linker.Option.firstVariadicArg(1));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment program = arena.allocate(16, 8);
            program.set(ValueLayout.JAVA_SHORT, 0, (short) 7);
            program.set(word, 8, MemorySegment.ofBuffer(code.flip()).address());
            int first = (int) prctl.invokeExact(NO_NEW_PRIVILEGES, 1L, 0L, 0L, 0L);
            long filter = FILTER;
            int second = (int) prctl.invokeExact(SECCOMP, filter, program.address(), 0L, 0L);
            return first == 0 && second == 0;
        }
    }

    private static void put(ByteBuffer code, short what, int then, int otherwise, int value) {
        code.putShort(what).put((byte) then).put((byte) otherwise).putInt(value);
    }
}
