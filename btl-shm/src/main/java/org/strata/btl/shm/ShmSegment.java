package org.strata.btl.shm;

import org.strata.opal.memory.Memory;
import org.strata.opal.shared.SharedFile;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A rank's segment as this process maps it. */
final class ShmSegment {
    private final Path path;
    private final MemorySegment memory;
    private final Arena arena;

    private ShmSegment(Path path, MemorySegment memory, Arena arena) {
        this.path = path;
        this.memory = memory;
        this.arena = arena;
    }

    /**
     * Makes this rank's own segment, readable by this user only. Writes all its bytes instead of
     * leaving a hole: a full file system fails here, and not by a signal in the middle of a
     * message.
     *
     * <p>The garbage collector unmaps it, since any thread may touch the sleep word in it at any
     * time.
     */
    static ShmSegment create(Path path, SegmentLayout layout, ShmAddress card, int boxesToPoll)
            throws IOException {
        if (!Files.isDirectory(path.getParent())) {
            throw new NoSuchFileException(path.getParent().toString(), null, "no such directory");
        }
        // It can only be left over from a dead job.
        Files.deleteIfExists(path);
        try (SharedFile file =
                SharedFile.create(path, layout.bytes(), layout.bytes(), 1, Arena.ofAuto())) {
            ShmSegment segment = new ShmSegment(path, file.memory(), null);
            segment.writeHeader(layout, card, boxesToPoll);
            return segment;
        }
    }

    private void writeHeader(SegmentLayout layout, ShmAddress card, int boxesToPoll) {
        long header = memory.address();
        Memory.putInt(header + SegmentLayout.PID, card.pid());
        Memory.putLong(header + SegmentLayout.NONCE, card.nonce());
        Memory.putLong(header + SegmentLayout.NONCE + 8, card.nonce2());
        Memory.putInt(header + SegmentLayout.FIFO_CELLS, layout.fifoCells());
        Memory.putInt(header + SegmentLayout.BOXES_LEFT, boxesToPoll);
        Memory.putInt(header + SegmentLayout.STATE, SegmentLayout.OPEN);
        // Pairs with ShmSegment.join: guards the header.
        Memory.putLongRelease(header + SegmentLayout.MAGIC, SegmentLayout.MAGIC_NUMBER);
    }

    /**
     * Maps a peer's segment. It must be joined before it is used.
     *
     * @throws IOException when there is no such file, or it is too short
     */
    static ShmSegment map(ShmAddress card) throws IOException {
        Path path = Path.of(card.path());
        Arena arena = Arena.ofShared();
        boolean mapped = false;
        try {
            MemorySegment memory = SharedFile.attach(path, arena);
            long bytes = memory.byteSize();
            if (bytes < SegmentLayout.FIFO) {
                throw new IOException(path + " is not a segment: it has " + bytes + " bytes");
            }
            mapped = true;
            return new ShmSegment(path, memory, arena);
        } finally {
            if (!mapped) {
                arena.close();
            }
        }
    }

    /**
     * Checks that a mapped segment is the one that a card describes, and has its owner count this
     * rank among those that have mapped it: so each rank joins a segment once.
     *
     * @throws IOException when it is another one; it is not mapped any more then
     */
    void join(ShmAddress card) throws IOException {
        long header = memory.address();
        // Pairs with ShmSegment.writeHeader; ATTACHED with the owner's look by attached.
        boolean same =
                Memory.getLongAcquire(header + SegmentLayout.MAGIC) == SegmentLayout.MAGIC_NUMBER
                        && Memory.getLong(header + SegmentLayout.NONCE) == card.nonce()
                        && Memory.getLong(header + SegmentLayout.NONCE + 8) == card.nonce2();
        if (!same) {
            unmap();
            throw new IOException(path + " belongs to another process than " + card.pid());
        }
        Memory.getAndAddInt(header + SegmentLayout.ATTACHED, 1);
    }

    /** Returns where the segment starts in this process. */
    long address() {
        return memory.address();
    }

    /** Returns this rank's sleep word. */
    MemorySegment sleepWord() {
        return memory.asSlice(SegmentLayout.SLEEP_WORD, Integer.BYTES, Integer.BYTES);
    }

    /** Returns whether the owner's announcement of a sleep is a fence for joined peers. */
    boolean ownerFences() {
        // Pairs with ShmSegment.promiseFences, before the card by which this segment was found.
        return Memory.getIntAcquire(address() + SegmentLayout.OWNER_FENCES) != 0;
    }

    /** Publishes, before any peer maps it, that announcing a sleep is a fence for joined peers. */
    void promiseFences() {
        // Pairs with ShmSegment.ownerFences.
        Memory.putIntVolatile(address() + SegmentLayout.OWNER_FENCES, 1);
    }

    /** Returns the number of peers that have mapped it. */
    int attached() {
        // Pairs with ShmSegment.join of peers.
        return Memory.getIntAcquire(address() + SegmentLayout.ATTACHED);
    }

    /** Returns whether its owner has closed it and reads no more messages. */
    boolean closed() {
        // Pairs with ShmSegment.markClosed.
        return Memory.getIntAcquire(address() + SegmentLayout.STATE) == SegmentLayout.CLOSED;
    }

    /** Claims one of the fast boxes that the owner is ready to poll; false when none is left. */
    boolean claimBox() {
        long left = address() + SegmentLayout.BOXES_LEFT;
        // Pairs with itself at other senders: as many get one as there are.
        return Memory.getIntAcquire(left) > 0 && Memory.getAndAddInt(left, -1) > 0;
    }

    /** Returns the cells of its FIFO. */
    int fifoCells() {
        return Memory.getInt(address() + SegmentLayout.FIFO_CELLS);
    }

    /** Publishes that this rank, the owner, reads no more messages. */
    void markClosed() {
        // Pairs with ShmSegment.closed.
        Memory.putIntVolatile(address() + SegmentLayout.STATE, SegmentLayout.CLOSED);
    }

    /**
     * Unlinks the file; mappings of it stay valid.
     *
     * @return false when it was unlinked before, or cannot be: the launcher sweeps what is left
     */
    boolean unlink() {
        return path.toFile().delete();
    }

    /** Unmaps a peer's segment: nothing may use its addresses any more. */
    void unmap() {
        arena.close();
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
