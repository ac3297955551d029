package org.strata.ess.pmi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.strata.ess.base.GuestJob;
import org.strata.ess.base.SecretFile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** A PMI-1 server over socket pairs or TCP, which answers as Hydra does. */
final class FakePmi implements AutoCloseable {
    private static final int AF_UNIX = 1;
    private static final int SOCK_STREAM = 1;
    private static final int SHUT_RDWR = 2;

    private final int size;
    private final Path shared;
    private final Map<String, String> values = new HashMap<>();
    private final List<PmiWire> waiting = new ArrayList<>();
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final List<Integer> descriptors = new ArrayList<>();
    private final ServerSocket port;

    FakePmi(int size, Path shared) throws IOException {
        this.size = size;
        this.shared = shared;
        port = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(this::accept);
    }

    /** Returns the next thing that a rank asked for beside keys and values. */
    String event() throws InterruptedException {
        return events.poll(20, TimeUnit.SECONDS);
    }

    /** Returns the variables of a rank over a socket pair. */
    Map<String, String> descriptor(int rank) {
        int[] pair = socketPair();
        descriptors.add(pair[0]);
        descriptors.add(pair[1]);
        Thread.ofPlatform().daemon().start(() -> serve(new DescriptorWire(pair[1]), rank));
        return Map.of("PMI_FD", "" + pair[0], "PMI_RANK", "" + rank, "PMI_SIZE", "" + size);
    }

    /** Returns the variables of a rank over TCP. */
    Map<String, String> port(int rank) {
        return Map.of("PMI_PORT", "localhost:" + port.getLocalPort(), "PMI_ID", "" + rank);
    }

    /** Cuts all connections of socket pairs, as a launcher does that dies. */
    void cut() {
        descriptors.forEach(descriptor -> call("shutdown", descriptor, SHUT_RDWR));
    }

    /** Returns what a rank has published, as anybody reads it who speaks to the server. */
    synchronized String published(String key) {
        return values.entrySet().stream()
                .filter(value -> value.getKey().contains(key))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    PmiComponent rank(Map<String, String> environment, String host, IntConsumer halt) {
        GuestJob.Setting setting =
                new GuestJob.Setting(
                        host, shared, "127.0.0.0/8", 20_000, SecretFile.in(environment));
        return new PmiComponent(new PmiConfig(20_000), config -> setting, environment, halt);
    }

    private static int[] socketPair() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pair = arena.allocate(2 * JAVA_INT.byteSize(), JAVA_INT.byteSize());
            Linker linker = Linker.nativeLinker();
            int rc =
                    (int)
                            linker.downcallHandle(
                                            linker.defaultLookup().find("socketpair").orElseThrow(),
                                            FunctionDescriptor.of(
                                                    JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT,
                                                    ADDRESS))
                                    .invokeExact(AF_UNIX, SOCK_STREAM, 0, pair);
            if (rc != 0) {
                throw new IllegalStateException("socketpair");
            }
            return pair.toArray(JAVA_INT);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static void call(String name, int first, int second) {
        try {
            Linker linker = Linker.nativeLinker();
            int rc =
                    (int)
                            linker.downcallHandle(
                                            linker.defaultLookup().find(name).orElseThrow(),
                                            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT))
                                    .invokeExact(first, second);
            assert rc <= 0;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = port.accept();
                Thread.ofPlatform().daemon().start(() -> introduce(new SocketWire(socket)));
            }
        } catch (IOException e) {
            // The test has ended.
            assert port.isClosed();
        }
    }

    private void introduce(PmiWire wire) {
        try {
            int rank = Integer.parseInt(wire.read().replace("cmd=initack pmiid=", ""));
            wire.write("cmd=initack rc=0");
            wire.write("cmd=set size=" + size);
            wire.write("cmd=set rank=" + rank);
            wire.write("cmd=set debug=0");
            serve(wire, rank);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void serve(PmiWire wire, int rank) {
        try {
            while (true) {
                handle(wire, rank, new PmiAnswer(wire.read()));
            }
        } catch (IOException e) {
            events.add("end " + rank);
        }
    }

    private synchronized void handle(PmiWire wire, int rank, PmiAnswer in) throws IOException {
        switch (in.text("cmd")) {
            case "init" -> wire.write("pmi_subversion=1 rc=0 cmd=response_to_init pmi_version=1");
            case "get_maxes" -> wire.write("cmd=maxes vallen_max=1024 keylen_max=64");
            case "get_appnum" -> wire.write("cmd=appnum rc=0 appnum=-1");
            case "get_universe_size" -> wire.write("cmd=universe_size size=7");
            case "get_my_kvsname" -> wire.write("cmd=my_kvsname kvsname=kvs_1");
            case "put" -> {
                values.put(in.text("key"), in.text("value"));
                wire.write("cmd=put_result rc=0 msg=success");
            }
            case "get" -> {
                String value = values.get(in.text("key"));
                wire.write(
                        value == null
                                ? "cmd=get_result rc=-1 msg=key_not_found value=unknown"
                                : "cmd=get_result rc=0 msg=success value=" + value);
            }
            case "barrier_in" -> {
                waiting.add(wire);
                if (waiting.size() == size) {
                    for (PmiWire each : waiting) {
                        each.write("cmd=barrier_out");
                    }
                    waiting.clear();
                }
            }
            case "abort" -> events.add("abort " + rank + " " + in.text("exitcode"));
            case "finalize" -> {
                events.add("finalize " + rank);
                wire.write("cmd=finalize_ack");
            }
            default -> throw new IOException("no such command");
        }
    }

    @Override
    public void close() throws IOException {
        port.close();
        cut();
    }
}
