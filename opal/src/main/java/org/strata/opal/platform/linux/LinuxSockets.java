package org.strata.opal.platform.linux;

import org.strata.opal.memory.Memory;
import org.strata.opal.platform.SocketCalls;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** TCP_CONGESTION of a socket that is found by its local address among the descriptors. */
final class LinuxSockets implements SocketCalls {
    private static final Path DEFAULT = Path.of("/proc/sys/net/ipv4/tcp_congestion_control");
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_CONGESTION = 13;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int NAME_BYTES = 128;
    private static final int PORT_OFFSET = 2;
    private static final int V4_OFFSET = 4;
    private static final int V6_OFFSET = 8;
    private static final int V4_BYTES = 4;
    private static final int V6_BYTES = 16;

    private static long getsockname() {
        return SystemCall.number(51, 204, 332, 367);
    }

    private static long getsockopt() {
        return SystemCall.number(55, 209, 340, 365);
    }

    private static long setsockopt() {
        return SystemCall.number(54, 208, 339, 366);
    }

    @Override
    public String defaultCongestion() {
        try {
            return Files.readString(DEFAULT).trim();
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public boolean setCongestion(InetSocketAddress local, String algorithm) {
        byte[] name = algorithm.getBytes(StandardCharsets.US_ASCII);
        try (Arena arena = Arena.ofConfined()) {
            long value = Memory.allocate(arena, Math.max(1, name.length), 1);
            for (int i = 0; i < name.length; i++) {
                Memory.putByte(value + i, name[i]);
            }
            for (int descriptor : bound(arena, local)) {
                long rc =
                        SystemCall.call(
                                setsockopt(),
                                descriptor,
                                IPPROTO_TCP,
                                TCP_CONGESTION,
                                value,
                                name.length);
                if (rc == 0) {
                    return true;
                }
            }
            return false;
        }
    }

    @Override
    public List<String> congestionOf(InetSocketAddress local) {
        List<String> names = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(NAME_BYTES);
            MemorySegment length = arena.allocate(ValueLayout.JAVA_INT);
            for (int descriptor : bound(arena, local)) {
                value.fill((byte) 0);
                length.set(ValueLayout.JAVA_INT, 0, NAME_BYTES - 1);
                long rc =
                        SystemCall.call(
                                getsockopt(),
                                descriptor,
                                IPPROTO_TCP,
                                TCP_CONGESTION,
                                value.address(),
                                length.address());
                if (rc == 0) {
                    names.add(value.getString(0, StandardCharsets.US_ASCII));
                }
            }
        }
        return names;
    }

    /**
     * Returns the sockets with that local address; none where the system does not list them. A
     * socket of another protocol may be among them; it refuses options of TCP.
     */
    private static List<Integer> bound(Arena arena, InetSocketAddress local) {
        List<Integer> found = new ArrayList<>();
        long call = getsockname();
        if (call < 0) {
            return found;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(DESCRIPTORS)) {
            MemorySegment name = arena.allocate(NAME_BYTES, Long.BYTES);
            long length = Memory.allocate(arena, Integer.BYTES, Integer.BYTES);
            for (Path one : all) {
                int descriptor = Integer.parseInt(one.getFileName().toString());
                Memory.putInt(length, NAME_BYTES);
                long rc = SystemCall.call(call, descriptor, name.address(), length, 0);
                if (rc == 0 && isAt(name, local)) {
                    found.add(descriptor);
                }
            }
        } catch (IOException e) {
            // /proc is not mounted.
            return List.of();
        }
        return found;
    }

    private static boolean isAt(MemorySegment name, InetSocketAddress local) {
        ByteBuffer bytes = name.asByteBuffer().order(ByteOrder.BIG_ENDIAN);
        int family = Short.toUnsignedInt(Memory.getShort(name.address()));
        int offset = family == AF_INET ? V4_OFFSET : family == AF_INET6 ? V6_OFFSET : 0;
        if (offset == 0 || Short.toUnsignedInt(bytes.getShort(PORT_OFFSET)) != local.getPort()) {
            return false;
        }
        byte[] address = new byte[offset == V4_OFFSET ? V4_BYTES : V6_BYTES];
        bytes.get(offset, address);
        byte[] wanted = local.getAddress().getAddress();
        return Arrays.equals(address, wanted)
                || (wanted.length < address.length && Arrays.equals(address, mapped(wanted)));
    }

    /** Returns an IPv4 address as a socket of IPv6 has it. */
    private static byte[] mapped(byte[] v4) {
        ByteBuffer v6 = ByteBuffer.allocate(V6_BYTES);
        v6.putShort(V6_BYTES - V4_BYTES - 2, (short) -1);
        v6.put(V6_BYTES - V4_BYTES, v4);
        return v6.array();
    }
}
