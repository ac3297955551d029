package org.strata.btl.shm;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.proc.Proc;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;
import org.strata.testkit.FirstNumber;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** One segment with a FIFO and a fast box in it, both ends of which are used by a test. */
final class Rings implements AutoCloseable {
    static final int TAG = 0x80;

    final SegmentLayout layout;
    final ShmSegment segment;
    final BoxWriter box;
    final BoxReader boxReader;
    final FifoReader fifoReader;
    final ActiveMessages handlers = new ActiveMessages();
    private final Path directory = Files.createTempDirectory("strata-rings");
    private final Doorbell doorbell = new Doorbell(why -> {});

    /** Makes rings whose numbers wrap soon, with words of the lap before in the box. */
    Rings(int boxCells, int fifoCells) throws IOException {
        this(boxCells, fifoCells, FirstNumber.BEFORE_ZERO);
        OldWords.lay(cells(), boxCells, FirstNumber.BEFORE_ZERO);
    }

    /**
     * Makes empty rings.
     *
     * @param first number of the first slot of the box and of the first cell of the FIFO
     */
    Rings(int boxCells, int fifoCells, int first) throws IOException {
        layout = new SegmentLayout(fifoCells, 1, boxCells, 1, 4096);
        Path path = directory.resolve("segment");
        ShmAddress card = new ShmAddress("", path.toString(), 1, "", 2, 3, 0);
        segment = ShmSegment.create(path, layout, card, 1);
        Proc peer = new Proc(0, "here", 0, true);
        ShmEndpoint endpoint = new ShmEndpoint(peer, card, segment, fifo(0), doorbell);
        box = new BoxWriter(segment.address() + layout.box(0), boxCells, first);
        Memory.putInt(segment.address() + layout.box(0) + BoxLayout.CONSUMED, first);
        boxReader = new BoxReader(endpoint, segment.address(), layout.box(0), boxCells, first);
        fifoReader = new FifoReader(segment.address(), fifoCells, first);
    }

    /** Returns a sender's end of the FIFO. */
    FifoWriter fifo(int source) {
        return new FifoWriter(segment.address(), layout.fifoCells(), source);
    }

    /** Returns where the box's cells start. */
    long cells() {
        return segment.address() + layout.box(0) + BoxLayout.CELLS;
    }

    int pollBox() {
        return boxReader.poll(null, handlers);
    }

    @Override
    public void close() throws IOException {
        segment.unlink();
        Files.delete(directory);
        doorbell.close();
    }
}
