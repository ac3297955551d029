package org.strata.tests.system.launcher.programs;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes bytes into the TCP connection of another process, as somebody on the network does who has
 * taken it over after the proofs. Needs the rights of a debugger.
 */
public final class Hijacker {
    private static final long PIDFD_OPEN = 434;
    private static final long PIDFD_GETFD = 438;
    private static final String ESTABLISHED = "01";
    private static final int BYTES = 64;

    private Hijacker() {}

    /** Runs it: the number of the process. */
    public static void main(String[] args) throws Throwable {
        long pid = Long.parseLong(args[0]);
        Linker linker = Linker.nativeLinker();
        var number = ValueLayout.JAVA_LONG;
        MethodHandle call =
                linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("syscall"),
                        FunctionDescriptor.of(number, number, number, number, number));
        MethodHandle write =
                linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("write"),
                        FunctionDescriptor.of(
                                number, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, number));
        long process = (long) call.invokeExact(PIDFD_OPEN, pid, 0L, 0L);
        for (long descriptor : connections(pid)) {
            long own = (long) call.invokeExact(PIDFD_GETFD, process, descriptor, 0L);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment bytes = arena.allocate(BYTES);
                // The length of the first frame is legal, its code is wrong.
                bytes.fill((byte) 0).set(ValueLayout.JAVA_BYTE, 3, (byte) 40);
                long written = (long) write.invokeExact((int) own, bytes, (long) BYTES);
                System.out.println("wrote " + written);
            }
        }
    }

    /** Returns the descriptors of a process's TCP connections. */
    private static List<Long> connections(long pid) throws IOException {
        List<String> sockets = new ArrayList<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            for (String line : Files.readAllLines(Path.of(table))) {
                String[] words = line.strip().split("\\s+");
                if (words[3].equals(ESTABLISHED)) {
                    sockets.add("socket:[" + words[9] + "]");
                }
            }
        }
        List<Long> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            for (Path file : files.toList()) {
                if (sockets.contains(Files.readSymbolicLink(file).toString())) {
                    found.add(Long.parseLong(file.getFileName().toString()));
                }
            }
        }
        return found;
    }
}
