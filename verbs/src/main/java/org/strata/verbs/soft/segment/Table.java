package org.strata.verbs.soft.segment;

import org.strata.opal.memory.Memory;

import java.util.BitSet;

/**
 * A table of records in a segment: a directory in the header, and chunks allocated as needed. The
 * owner allocates and frees records through an instance (tier 3, thread-safe); peers find them with
 * {@link #find}. A record's chunk is never freed. Records are used by turns, since a number of few
 * bits distinguishes a record's users: the longer one rests, the later a number comes again.
 */
public final class Table {
    public static final Shape QP =
            new Shape(SegmentHeader.QP_TABLE, SegmentHeader.QP_CHUNKS, 5, QpRecord.BYTES, 32);
    public static final Shape SRQ =
            new Shape(SegmentHeader.SRQ_TABLE, SegmentHeader.SRQ_CHUNKS, 4, SrqRecord.BYTES, 1);
    public static final Shape CQ =
            new Shape(SegmentHeader.CQ_TABLE, SegmentHeader.CQ_CHUNKS, 4, CqRing.BYTES, 1);
    public static final Shape MR =
            new Shape(SegmentHeader.MR_TABLE, SegmentHeader.MR_CHUNKS, 7, MrRecord.BYTES, 128);
    public static final Shape CHANNEL =
            new Shape(
                    SegmentHeader.CHANNEL_TABLE, SegmentHeader.CHANNEL_CHUNKS, 2, CqRing.BYTES, 1);
    public static final Shape VISITOR =
            new Shape(SegmentHeader.VISITOR_TABLE, SegmentHeader.VISITOR_CHUNKS, 6, Visit.BYTES, 1);

    /**
     * The layout of a table.
     *
     * @param directory offset, in the header, of the refs of chunks
     * @param chunks number of entries of the directory
     * @param shift log2 of the records of a chunk
     * @param bytes of a record
     * @param resting records that are free at least, while there is memory for more: so many take
     *     turns, whatever is held
     */
    public record Shape(int directory, int chunks, int shift, int bytes, int resting) {
        /** Returns the largest number of records. */
        public int capacity() {
            return chunks << shift;
        }

        /** Returns the records of a chunk. */
        public int chunk() {
            return 1 << shift;
        }
    }

    private final DeviceSegment segment;
    private final Shape shape;
    private final BitSet used = new BitSet();
    private int held;

    /** Records that have memory. */
    private int ready;

    /** Where the search for a free record goes on. */
    private int next;

    public Table(DeviceSegment segment, Shape shape) {
        this.segment = segment;
        this.shape = shape;
    }

    /** Returns the address of a record, or 0 when its index was never allocated. */
    public static long find(long base, long header, Shape shape, int index) {
        if (index < 0 || index >= shape.capacity()) {
            return 0;
        }
        long slot = header + shape.directory + (long) (index >>> shape.shift) * 8;
        // Pairs with Table.ensureChunk: guards the chunk's zeros.
        long ref = Memory.getLongAcquire(slot);
        long inside = (long) (index & ((1 << shape.shift) - 1)) * shape.bytes;
        return ref == 0 ? 0 : base + ref + inside;
    }

    /** Allocates a record; returns its index, or -1 when the table or the segment is full. */
    public synchronized int allocate() {
        if (ready - held < shape.resting
                && ready < shape.capacity()
                && ensureChunk(ready >>> shape.shift)) {
            ready += shape.chunk();
        }
        int index = used.nextClearBit(next);
        if (index >= ready) {
            index = used.nextClearBit(0);
        }
        if (index >= ready) {
            return -1;
        }
        used.set(index);
        held++;
        next = index + 1;
        return index;
    }

    private boolean ensureChunk(int chunk) {
        long slot = segment.header() + shape.directory + (long) chunk * 8;
        if (Memory.getLong(slot) != 0) {
            return true;
        }
        long at = segment.allocate((long) shape.bytes << shape.shift, 64);
        if (at == 0) {
            return false;
        }
        // Pairs with Table.find.
        Memory.putLongRelease(slot, at - segment.base());
        return true;
    }

    /** Returns the address of an allocated record. */
    public long at(int index) {
        return find(segment.base(), segment.header(), shape, index);
    }

    /** Frees a record. */
    public synchronized void free(int index) {
        held -= used.get(index) ? 1 : 0;
        used.clear(index);
    }

    /** Returns one more than the highest index in use. */
    public synchronized int end() {
        return used.length();
    }

    /** Returns how many records are allocated. */
    public synchronized int size() {
        return held;
    }
}
