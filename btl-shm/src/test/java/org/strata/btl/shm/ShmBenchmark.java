package org.strata.btl.shm;

import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.IdlePolicy;
import org.strata.opal.sys.Posix;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Latency and message rate of the Btl alone, between two processes bound to a core each. Run with
 * the class path of the module's tests, native access enabled. Options are {@code key=value}:
 * {@code rounds}, {@code ways} and {@code sizes} (lists), and any of the component's parameters,
 * such as {@code max_send_size=8k}.
 *
 * <p>The figures of one run come from one placement of the two (virtual) cores, which moves them by
 * a factor of five: compare only what alternates.
 */
final class ShmBenchmark {
    private static final int TAG = 0x80;
    private static final int READY = 0x81;
    private static final int DONE = 0x82;
    private static final int HEADER = 16;
    private static final int WINDOW = 64;
    private static final int BUFFER = 4 << 20;
    private static final String SHORT = "0,8,32,64,256,1024,2048,4080";
    private static final String LONG = "4096,16384,65536,262144,1048576,4194304";

    /** How a message is sent. */
    private enum Way {
        EAGER(SHORT),
        FRAGMENTS(LONG),
        KERNEL(LONG),
        POOL(LONG);

        private final String sizes;

        Way(String sizes) {
            this.sizes = sizes;
        }
    }

    private final PairRank rank;
    private final ShmBtl btl;
    private final long header;
    private final long memory;
    private final Buf buf = new Buf();
    private final long received;
    private long arrivedBytes;
    private int arrived;
    private int done;
    private int sizeWanted;

    private ShmBenchmark(PairRank rank) {
        this.rank = rank;
        this.btl = rank.btl;
        header = rank.allocate(64);
        memory = rank.allocate(BUFFER);
        received = rank.allocate(BUFFER);
        rank.handlers.register(TAG, (b, from, tag, address, length) -> onMessage(address, length));
        rank.handlers.register(READY, (b, from, tag, address, length) -> onReady(address));
        rank.handlers.register(DONE, (b, from, tag, address, length) -> done++);
    }

    private void onMessage(long address, int length) {
        int payload = length - HEADER;
        Memory.copy(address + HEADER, received + arrivedBytes, payload);
        arrivedBytes += payload;
        if (arrivedBytes >= sizeWanted) {
            arrivedBytes = 0;
            arrived++;
        }
    }

    /** The peer's memory may be read: its handle follows its address. */
    private void onReady(long at) {
        long remote = Memory.getLong(at);
        int rc =
                btl.get(
                        rank.peer,
                        received,
                        null,
                        remote,
                        at + Long.BYTES,
                        sizeWanted,
                        (endpoint, length, code) -> {});
        if (rc != Rc.OK) {
            throw new IllegalStateException(Rc.name(rc));
        }
        arrived++;
        immediate(DONE, 0);
    }

    private void immediate(int tag, int size) {
        while (btl.sendImmediate(rank.peer, tag, header, HEADER, null, memory, size) != Rc.OK) {
            rank.engine.progress();
        }
    }

    private void fragments(int size) {
        int at = 0;
        while (at < size) {
            Descriptor part = prepare(at, size);
            at += (int) part.payloadLength;
            part.callback = (b, descriptor, rc) -> b.free(descriptor);
            while (btl.send(rank.peer, part, TAG) != Rc.OK) {
                rank.engine.progress();
            }
        }
    }

    private Descriptor prepare(int at, int size) {
        buf.setBytes(memory, size);
        while (true) {
            Descriptor part = btl.prepareSource(rank.peer, buf, at, HEADER, size - at);
            if (part != null) {
                return part;
            }
            rank.engine.progress();
        }
    }

    private void offer(long from) {
        int before = done;
        Memory.putLong(header, from);
        btl.writeHandle(null, from, header + Long.BYTES);
        int length = Long.BYTES + btl.handleSize();
        while (btl.sendImmediate(rank.peer, READY, header, length, null, 0, 0) != Rc.OK) {
            rank.engine.progress();
        }
        awaitDone(before);
    }

    private void awaitDone(int before) {
        while (done == before) {
            rank.engine.progress();
        }
    }

    private void awaitMessages(int count) {
        while (arrived < count) {
            if (rank.engine.progress() == 0) {
                Thread.onSpinWait();
            }
        }
        arrived -= count;
    }

    private void send(Way way, int size) {
        switch (way) {
            case EAGER -> immediate(TAG, size);
            case FRAGMENTS -> fragments(size);
            case KERNEL -> offer(memory);
            case POOL -> offer(rank.pool.address());
        }
    }

    private double pingPong(Way way, int size, int iterations) {
        sizeWanted = size;
        long start = System.nanoTime();
        for (int i = 0; i < iterations; i++) {
            if (rank.rank == 0) {
                send(way, size);
                awaitMessages(1);
            } else {
                awaitMessages(1);
                send(way, size);
            }
        }
        return (System.nanoTime() - start) / 2.0 / iterations;
    }

    /** Returns nanoseconds per message of windows that are acknowledged as a whole. */
    private double stream(Way way, int size, int windows) {
        sizeWanted = size;
        long start = System.nanoTime();
        for (int i = 0; i < windows; i++) {
            if (rank.rank == 0) {
                int before = done;
                for (int k = 0; k < WINDOW; k++) {
                    send(way, size);
                }
                awaitDone(before);
            } else {
                awaitMessages(WINDOW);
                immediate(DONE, 0);
            }
        }
        return (System.nanoTime() - start) / (double) WINDOW / windows;
    }

    private void run(int rounds, String ways, String sizes) {
        if (rank.rank == 0) {
            System.out.println(
                    "way          bytes  one-way ns: min    median   M/s  MB/s of a stream");
        }
        for (String name : ways.split(",", -1)) {
            Way way = Way.valueOf(name);
            for (String size : (sizes.isEmpty() ? way.sizes : sizes).split(",", -1)) {
                measure(way, Integer.parseInt(size), rounds);
            }
        }
    }

    private void measure(Way way, int size, int rounds) {
        int iterations = Math.min(20_000, 100_000_000 / (size + 4_000));
        boolean streams = way == Way.EAGER || way == Way.FRAGMENTS;
        double[] latency = new double[rounds];
        double[] each = new double[rounds];
        for (int i = -2; i < rounds; i++) {
            double oneWay = pingPong(way, size, iterations);
            double perMessage = streams ? stream(way, size, Math.max(1, iterations / 20)) : oneWay;
            if (i >= 0) {
                latency[i] = oneWay;
                each[i] = perMessage;
            }
        }
        Arrays.sort(latency);
        Arrays.sort(each);
        if (rank.rank == 0) {
            double median = each[rounds / 2];
            System.out.printf(
                    "%-10s %7d %16.1f %9.1f %6.1f %8.0f%n",
                    way, size, latency[0], latency[rounds / 2], 1e3 / median, size / median * 1e3);
        }
    }

    public static void main(String[] args) throws Exception {
        Map<String, String> options = new HashMap<>();
        for (String arg : args) {
            String[] pair = arg.split("=", 2);
            options.put(pair[0], pair[1]);
        }
        int rank = Integer.parseInt(take(options, "rank", "0"));
        String shared = take(options, "dir", "");
        Path directory = shared.isEmpty() ? PairRank.directory() : Path.of(shared);
        Process child =
                rank == 0 ? PairRank.startPeer(ShmBenchmark.class, directory, List.of(args)) : null;
        Posix.setAffinity(new long[] {1L << rank});
        int rounds = Integer.parseInt(take(options, "rounds", "8"));
        String ways = take(options, "ways", "EAGER,FRAGMENTS,KERNEL,POOL");
        String sizes = take(options, "sizes", "");
        List<String> parameters = new ArrayList<>();
        options.forEach((key, value) -> parameters.add(key + "=" + value));
        ShmConfig config = Configs.with(parameters.toArray(new String[0]));
        IdlePolicy spinning = new IdlePolicy(1 << 30, 0, false);
        try (PairRank self = new PairRank(rank, directory, config, spinning, BUFFER)) {
            new ShmBenchmark(self).run(rounds, ways, sizes);
        } finally {
            if (child != null) {
                child.waitFor();
                PairRank.delete(directory);
            }
        }
    }

    private static String take(Map<String, String> options, String key, String fallback) {
        String value = options.remove(key);
        return value == null ? fallback : value;
    }
}
