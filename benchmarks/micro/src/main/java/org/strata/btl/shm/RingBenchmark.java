package org.strata.btl.shm;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.proc.Proc;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The rings of shared memory, both ends in one thread: what a message costs in instructions,
 * without the cache line that travels between two cores.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class RingBenchmark {
    private static final int TAG = 0x80;
    private static final int CELLS = 64;

    /** Bytes of a message. */
    @Param({"8", "256", "1024"})
    public int bytes;

    private final ActiveMessages handlers = new ActiveMessages();
    private final Doorbell doorbell = new Doorbell(why -> {});
    private Path directory;
    private ShmSegment segment;
    private BoxWriter box;
    private BoxReader boxReader;
    private FifoWriter fifo;
    private FifoReader fifoReader;
    private long payload;
    private long seen;

    /** Makes a segment with a FIFO and a fast box. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        directory = Files.createTempDirectory("strata-rings");
        SegmentLayout layout = new SegmentLayout(CELLS, 1, CELLS, 1, 4096);
        Path path = directory.resolve("segment");
        ShmAddress card = new ShmAddress("", path.toString(), 1, "", 2, 3, 0);
        segment = ShmSegment.create(path, layout, card, 1);
        fifo = new FifoWriter(segment.address(), CELLS, 0);
        fifoReader = new FifoReader(segment.address(), CELLS, 0);
        Proc peer = new Proc(0, "here", 0, true);
        ShmEndpoint endpoint = new ShmEndpoint(peer, card, segment, fifo, doorbell);
        box = new BoxWriter(segment.address() + layout.box(0), CELLS, 0);
        boxReader = new BoxReader(endpoint, segment.address(), layout.box(0), CELLS, 0);
        handlers.register(TAG, (btl, from, tag, address, length) -> seen += length);
        payload = segment.address() + layout.bytes() - 2048;
    }

    /** Removes it. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
        segment.unlink();
        Files.delete(directory);
        doorbell.close();
    }

    /** Through the fast box: write, publish, poll. */
    @Benchmark
    public long fastBox() {
        long cell = box.claim(bytes);
        Memory.copy(payload, cell + Cell.BODY, bytes);
        box.publish(cell, TAG, bytes);
        return boxReader.poll(null, handlers);
    }

    /** Through the FIFO, which every peer may write to; its cells hold short messages only. */
    @Benchmark
    public long fifo() {
        int length = Math.min(bytes, Cell.INLINE_MAX);
        long cell = fifo.claim();
        Memory.copy(payload, cell + Cell.BODY, length);
        fifo.publish(cell, TAG, length, Cell.MESSAGE);
        long taken = fifoReader.poll();
        fifoReader.release(taken);
        return taken;
    }
}
