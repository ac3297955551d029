package org.strata.opal.sys;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The algorithm by which the kernel limits how much of a TCP connection is under way. The JDK has
 * no option for it and hides file descriptors, so a socket is found by its local address. Tier 3.
 * Stateless; the calls are linked on first use.
 */
public final class CongestionControl {
    private static final Path DEFAULT = Path.of("/proc/sys/net/ipv4/tcp_congestion_control");
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    /** No socket of this process has that address. */
    public static final int ENOENT = 2;

    private static final int IPPROTO_TCP = 6;
    private static final int TCP_CONGESTION = 13;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int SOCKADDR_BYTES = 128;
    private static final int PORT_OFFSET = 2;
    private static final int V4_OFFSET = 4;
    private static final int V6_OFFSET = 8;

    private CongestionControl() {}

    private static final class Calls {
        private static final MethodHandle GETSOCKNAME = link("getsockname", 1);
        private static final MethodHandle SETSOCKOPT = link("setsockopt", 3);
        private static final MethodHandle GETSOCKOPT = link("getsockopt", 3);

        /** Links a function of some ints, an address, and an int or the address of one. */
        private static MethodHandle link(String name, int ints) {
            ValueLayout.OfInt word = ValueLayout.JAVA_INT;
            ValueLayout.OfLong address = ValueLayout.JAVA_LONG;
            ValueLayout last = name.startsWith("get") ? address : word;
            FunctionDescriptor type =
                    ints == 1
                            ? FunctionDescriptor.of(word, word, address, last)
                            : FunctionDescriptor.of(word, word, word, word, address, last);
            Linker linker = Linker.nativeLinker();
            MemorySegment symbol = linker.defaultLookup().findOrThrow(name);
            return linker.downcallHandle(symbol, type, Errno.CAPTURE);
        }
    }

    /** Returns the algorithm of new sockets; empty where the system does not say. */
    public static String systemDefault() {
        try {
            return Files.readString(DEFAULT).trim();
        } catch (IOException e) {
            return "";
        }
    }

    /**
     * Sets the algorithm of a TCP socket that is bound and not connected: a connection may keep
     * what a former algorithm has set up, such as pacing. A listening socket's is inherited by the
     * connections that it accepts.
     *
     * @param local the socket's address
     * @return 0, or negative errno (ENOENT: no such socket; 2, too: no such algorithm; EPERM: the
     *     system reserves the algorithm)
     */
    public static int set(InetSocketAddress local, String algorithm) {
        byte[] name = algorithm.getBytes();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(Math.max(1, name.length));
            value.copyFrom(MemorySegment.ofArray(name));
            MemorySegment state = Errno.state(arena);
            int rc = -ENOENT;
            for (int descriptor : bound(local)) {
                int failed =
                        (int)
                                Calls.SETSOCKOPT.invokeExact(
                                        state,
                                        descriptor,
                                        IPPROTO_TCP,
                                        TCP_CONGESTION,
                                        value.address(),
                                        name.length);
                if (failed == 0) {
                    return 0;
                }
                rc = -Errno.get(state);
            }
            return rc;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the algorithms of the TCP sockets that are bound to an address, connected or not. */
    public static List<String> of(InetSocketAddress local) {
        List<String> names = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(SOCKADDR_BYTES);
            MemorySegment length = arena.allocate(ValueLayout.JAVA_INT);
            MemorySegment state = Errno.state(arena);
            for (int descriptor : bound(local)) {
                value.fill((byte) 0);
                length.set(ValueLayout.JAVA_INT, 0, SOCKADDR_BYTES - 1);
                int failed =
                        (int)
                                Calls.GETSOCKOPT.invokeExact(
                                        state,
                                        descriptor,
                                        IPPROTO_TCP,
                                        TCP_CONGESTION,
                                        value.address(),
                                        length.address());
                if (failed == 0) {
                    names.add(value.getString(0));
                }
            }
            return names;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Returns the sockets with that local address. A socket of another protocol may be among them;
     * it refuses options of TCP.
     */
    private static List<Integer> bound(InetSocketAddress local) throws Throwable {
        List<Integer> found = new ArrayList<>();
        try (Arena arena = Arena.ofConfined();
                DirectoryStream<Path> all = Files.newDirectoryStream(DESCRIPTORS)) {
            MemorySegment name = arena.allocate(SOCKADDR_BYTES, Long.BYTES);
            MemorySegment length = arena.allocate(ValueLayout.JAVA_INT);
            MemorySegment state = Errno.state(arena);
            for (Path one : all) {
                int descriptor = Integer.parseInt(one.getFileName().toString());
                length.set(ValueLayout.JAVA_INT, 0, SOCKADDR_BYTES);
                int failed =
                        (int)
                                Calls.GETSOCKNAME.invokeExact(
                                        state, descriptor, name.address(), length.address());
                if (failed == 0 && isAt(name, local)) {
                    found.add(descriptor);
                }
            }
        }
        return found;
    }

    private static boolean isAt(MemorySegment name, InetSocketAddress local) {
        ByteBuffer bytes = name.asByteBuffer().order(ByteOrder.BIG_ENDIAN);
        int family = Short.toUnsignedInt(name.get(ValueLayout.JAVA_SHORT, 0));
        int offset = family == AF_INET ? V4_OFFSET : family == AF_INET6 ? V6_OFFSET : 0;
        byte[] wanted = local.getAddress().getAddress();
        if (offset == 0 || Short.toUnsignedInt(bytes.getShort(PORT_OFFSET)) != local.getPort()) {
            return false;
        }
        byte[] address = new byte[offset == V4_OFFSET ? 4 : 16];
        bytes.get(offset, address);
        return Arrays.equals(address, wanted);
    }
}
