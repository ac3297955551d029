package org.strata.btl.tcp;

import org.strata.mca.base.Output;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Completion;
import org.strata.opal.progress.IdlePolicy;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.RankSleeper;
import org.strata.opal.time.Clock;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Two processes with a bare Btl each, for tuning: microseconds one way and MB/s of a stream of 1
 * MiB messages in windows of 64, received with one copy as the upper layer does. Arguments: {@code
 * latency}, {@code bandwidth} or {@code all}, then parameters: {@code max-send-size 64k}. On two
 * hosts, or network name spaces of one: {@code remote-rank 0 DIRECTORY all} and the same with 1,
 * the directory being shared.
 */
public final class TcpPingPong {
    private static final int PING = 0x80;
    private static final int DATA = 0x81;
    private static final int HEADER = 16;
    private static final int MESSAGE = 1 << 20;
    private static final int WINDOW = 64;

    private final int rank;
    private final FileOob oob;
    private final ProgressEngine engine;
    private final Btl btl;
    private final BtlEndpoint peer;
    private final Buf message = new Buf();
    private final long memory = Memory.allocate(Arena.global(), 2L * MESSAGE, 4096);
    private final long header = Memory.allocate(Arena.global(), 64, 64);
    private final Completion pinged = () -> this.pings == this.wantedPings;
    private final Completion filled = () -> this.bytes >= (long) WINDOW * MESSAGE;
    private final Descriptor.Callback free = this::free;
    private int pings;
    private int wantedPings;
    private long bytes;

    private TcpPingPong(Path directory, int rank, boolean oneHost, String[] settings) {
        this.rank = rank;
        this.oob = new FileOob(directory, rank);
        List<Proc> procs = procs(rank, oneHost);
        RankSleeper sleeper = new RankSleeper();
        engine = new ProgressEngine(new IdlePolicy(100_000_000, 1, false), sleeper);
        ActiveMessages messages = new ActiveMessages();
        messages.register(PING, (from, endpoint, tag, address, length) -> pings++);
        messages.register(DATA, this::onData);
        TcpComponent component =
                new TcpComponent(
                        TcpRanks.config(settings),
                        new Pair(rank, procs),
                        oob,
                        messages,
                        engine,
                        sleeper,
                        new TcpComponent.Machine(HostInterface::scan, byte[]::new, Clock.SYSTEM),
                        new Console());
        btl =
                component
                        .open(
                                (b, endpoint, rc, reason) -> {
                                    throw new AssertionError(reason);
                                },
                                new StringBuilder())
                        .getFirst();
        peer = btl.addPeer(procs.get(1 - rank), new StringBuilder());
    }

    private static List<Proc> procs(int rank, boolean oneHost) {
        return oneHost
                ? List.of(new Proc(0, "here", 0, true), new Proc(1, "here", 1, true))
                : List.of(new Proc(0, "a", 0, rank == 0), new Proc(1, "b", 0, rank == 1));
    }

    private void onData(Btl from, BtlEndpoint endpoint, int tag, long address, int length) {
        long at = Memory.getLong(address);
        Memory.copy(address + HEADER, memory + MESSAGE + at, length - HEADER);
        bytes += length - HEADER;
    }

    private void free(Btl from, Descriptor descriptor, int rc) {
        from.free(descriptor);
    }

    private void send(int length) {
        while (btl.sendImmediate(peer, PING, header, HEADER, null, memory, length) != Rc.OK) {
            engine.progress();
        }
    }

    private void pingPong(int length, int rounds) {
        for (int i = 0; i < rounds; i++) {
            if (rank == 0) {
                send(length);
                awaitPing();
            } else {
                awaitPing();
                send(length);
            }
        }
    }

    private void awaitPing() {
        wantedPings++;
        engine.waitFor(pinged);
    }

    private void latency(int length) {
        pingPong(length, 5_000);
        double[] micros = new double[7];
        for (int i = 0; i < micros.length; i++) {
            long start = System.nanoTime();
            pingPong(length, 5_000);
            micros[i] = (System.nanoTime() - start) / 2e3 / 5_000;
        }
        report(length + " B, µs one way", micros);
    }

    private void rate() {
        double[] millions = new double[6];
        for (int i = 0; i < millions.length; i++) {
            long start = System.nanoTime();
            for (int window = 0; window < 300; window++) {
                if (rank == 0) {
                    for (int j = 0; j < WINDOW; j++) {
                        send(8);
                    }
                    awaitPing();
                } else {
                    wantedPings += WINDOW - 1;
                    awaitPing();
                    send(8);
                }
            }
            millions[i] = 300.0 * WINDOW * 1e3 / (System.nanoTime() - start);
        }
        report("8 B, million messages/s", millions);
    }

    private void bandwidth() {
        double[] rates = new double[8];
        for (int i = 0; i < rates.length; i++) {
            long start = System.nanoTime();
            int windows = 12;
            for (int window = 0; window < windows; window++) {
                if (rank == 0) {
                    for (int j = 0; j < WINDOW; j++) {
                        sendLong();
                    }
                    awaitPing();
                } else {
                    bytes = 0;
                    engine.waitFor(filled);
                    send(0);
                }
            }
            rates[i] = (double) windows * WINDOW * MESSAGE / (System.nanoTime() - start) * 1e3;
        }
        report("1 MiB, MB/s", rates);
    }

    private void sendLong() {
        message.setBytes(memory, MESSAGE);
        long at = 0;
        while (at < MESSAGE) {
            Descriptor descriptor = btl.prepareSource(peer, message, at, HEADER, MESSAGE - at);
            if (descriptor == null) {
                engine.progress();
                continue;
            }
            Memory.putLong(descriptor.address, at);
            at += descriptor.payloadLength;
            descriptor.callback = free;
            btl.send(peer, descriptor, DATA);
        }
    }

    private void report(String what, double[] values) {
        Arrays.sort(values);
        if (rank == 0) {
            System.out.printf(
                    "%-28s median %9.2f   best %9.2f   worst %9.2f%n",
                    what,
                    values[values.length / 2],
                    what.contains("µs") ? values[0] : values[values.length - 1],
                    what.contains("µs") ? values[values.length - 1] : values[0]);
        }
    }

    private void run(String what) {
        if (!what.equals("bandwidth")) {
            latency(8);
            latency(1024);
            latency(16384);
            latency(60000);
            rate();
        }
        if (!what.equals("latency")) {
            bandwidth();
        }
        oob.fence();
        btl.removePeer(peer);
        btl.close();
    }

    /** Starts both processes, each bound to a core, and waits for them. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length > 1 && args[0].endsWith("rank")) {
            String[] settings = Arrays.copyOfRange(args, 4, args.length);
            boolean oneHost = !args[0].equals("remote-rank");
            Path directory = Path.of(args[2]);
            new TcpPingPong(directory, Integer.parseInt(args[1]), oneHost, settings).run(args[3]);
            return;
        }
        Path directory = Files.createTempDirectory("strata-tcp");
        List<Process> processes = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            List<String> command = new ArrayList<>(List.of("taskset", "-c", "" + rank));
            command.add(ProcessHandle.current().info().command().orElseThrow());
            command.addAll(List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"));
            command.addAll(List.of("-cp", System.getProperty("java.class.path")));
            command.addAll(List.of(TcpPingPong.class.getName(), "rank", "" + rank));
            command.add(directory.toString());
            command.addAll(List.of(args));
            processes.add(new ProcessBuilder(command).inheritIO().start());
        }
        for (Process process : processes) {
            process.waitFor();
        }
    }

    /** Shows connections come and go. */
    private record Console() implements Output {
        @Override
        public void warn(String boxedOrLine) {
            System.err.println(boxedOrLine);
        }

        @Override
        public void verbose(String framework, int level, String line) {
            System.err.println(line);
        }

        @Override
        public boolean isVerbose(String framework, int level) {
            return true;
        }
    }

    /** What a process of two knows. */
    private record Pair(int rank, List<Proc> procs) implements ProcessEnvironment {
        @Override
        public String jobId() {
            return "ping-pong";
        }

        @Override
        public int size() {
            return 2;
        }

        @Override
        public int localSize() {
            return (int) procs.stream().filter(Proc::local).count();
        }

        @Override
        public int universeSize() {
            return 2;
        }

        @Override
        public int appNum() {
            return 0;
        }

        @Override
        public byte[] secret() {
            return new byte[16];
        }

        @Override
        public void reportInitialized() {}

        @Override
        public void reportFinalized() {}

        @Override
        public void abort(int code, String message) {
            throw new AssertionError(message);
        }

        @Override
        public void close() {}
    }
}
