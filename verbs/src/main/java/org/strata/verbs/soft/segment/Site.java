package org.strata.verbs.soft.segment;

import org.strata.opal.memory.Memory;
import org.strata.verbs.Access;
import org.strata.verbs.AsyncEventType;
import org.strata.verbs.Sge;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WorkCompletions;

/**
 * A device's segment, a peer's or its own, in this process. Finds records, delivers completions and
 * events. Tier 1; thread-safe.
 */
public final class Site {
    private static final int INDEX_MASK = 0xffff;
    private static final int SERIAL_SHIFT = 16;

    private final long number;
    private final long base;
    private final long header;
    private final boolean sameProcess;
    private final boolean mapsMemory;
    private final Object memory;
    private final long shift;
    private final SharedMemory shared;

    /** The owner's number in {@link #shared}. */
    private final int sharing;

    /** Pairs with Site.dead: once true, it stays so. */
    private volatile boolean dead;

    /** Pairs with Site.refusesCopies: once true, it stays so. */
    private volatile boolean refusesCopies;

    /**
     * @param sameProcess whether the owner is this process
     * @param mapsMemory whether memory that is mapped here is reached by a plain copy
     * @param refusesCopies whether the system refuses to copy to and from the owner's memory
     * @param shared maps memory outside the segment
     * @param memory keeps the addresses valid
     */
    public Site(
            long number,
            long base,
            long header,
            boolean sameProcess,
            boolean mapsMemory,
            boolean refusesCopies,
            SharedMemory shared,
            Object memory) {
        this.number = number;
        this.base = base;
        this.header = header;
        this.sameProcess = sameProcess;
        this.mapsMemory = mapsMemory;
        this.refusesCopies = refusesCopies;
        this.memory = memory;
        this.shared = shared;
        this.sharing = Memory.getInt(header + SegmentHeader.SHARING);
        this.shift = base - Memory.getLong(header + SegmentHeader.OWNER_BASE);
    }

    public long number() {
        return number;
    }

    public long base() {
        return base;
    }

    public long header() {
        return header;
    }

    public boolean sameProcess() {
        return sameProcess;
    }

    /**
     * Returns the address of the owner's range in this process, or 0 when it is not mapped here.
     */
    public long mapped(int key, long address, long length) {
        if (sameProcess) {
            return address;
        }
        long record = mapsMemory ? mr(key) : 0;
        int place = record == 0 ? MrRecord.PRIVATE : MrRecord.place(record);
        if (place < MrRecord.IN_FILE) {
            return place == MrRecord.IN_SEGMENT ? address + shift : 0;
        }
        long offset = address - MrRecord.origin(record);
        return shared.reach(sharing, place - MrRecord.IN_FILE, offset, length);
    }

    /**
     * Returns the address, in this process, of a range of the owner's segment, or of any range of
     * this process; 0 when its key does not allow writes there, or it is elsewhere.
     */
    public long writable(int pd, int key, long address, long length) {
        long region = mr(key);
        if (!MrRecord.allows(region, key, pd, address, length, Access.REMOTE_WRITE)) {
            return 0;
        }
        if (sameProcess) {
            return address;
        }
        return mapsMemory && MrRecord.place(region) == MrRecord.IN_SEGMENT ? address + shift : 0;
    }

    /**
     * Returns this process's address of the owner's memory if every process accesses it directly,
     * or 0: then some may access it otherwise, this process too.
     */
    public long mappedByAll(int key, long address) {
        return inSegment(key) ? address + shift : 0;
    }

    private boolean inSegment(int key) {
        return mapsMemory && MrRecord.place(mr(key)) == MrRecord.IN_SEGMENT;
    }

    public int pid() {
        return (int) Memory.getLong(header + SegmentHeader.PID);
    }

    /** Returns whether a port of the device answers packets. */
    public boolean answers(int port) {
        return !dead && SegmentHeader.isOpen(header) && SegmentHeader.portUp(header, port);
    }

    public boolean dead() {
        return dead;
    }

    public void markDead() {
        dead = true;
    }

    /** Checks whether the owner has died, and records it. Tier 3. */
    public boolean checkDead() {
        if (!dead && !sameProcess) {
            long started = Memory.getLong(header + SegmentHeader.STARTED);
            dead = ProcessLife.started(pid()) != started;
        }
        return dead;
    }

    public static int qpIndex(int qpNumber) {
        return QpRecord.indexOf(qpNumber);
    }

    public long qp(int qpNumber) {
        return Table.find(base, header, Table.QP, qpIndex(qpNumber));
    }

    public long srq(int index) {
        return Table.find(base, header, Table.SRQ, index);
    }

    public long mr(int key) {
        return Table.find(base, header, Table.MR, MrRecord.indexOf(key));
    }

    /** Returns whether visits must not begin for now. */
    public boolean frozen() {
        // Pairs with Freeze.during; behind the CAS of Visit.enter and a volatile load or fence.
        return Memory.getIntAcquire(header + SegmentHeader.FROZEN) != 0;
    }

    /** Returns whether the system refuses to copy from and to the owner's memory. */
    public boolean refusesCopies() {
        return refusesCopies;
    }

    public void refuseCopies() {
        refusesCopies = true;
    }

    /**
     * Checks the elements that {@code total} bytes need against the owner's memory regions.
     *
     * @return SUCCESS or LOC_PROT_ERR
     */
    public int checkSges(int pd, long sges, int count, long total, int access) {
        long left = total;
        for (int i = 0; i < count && left > 0; i++) {
            long sge = sges + (long) i * Sge.BYTES;
            long length = Math.min(Sge.length(sge), left);
            if (length > 0 && !allows(pd, Sge.lkey(sge), Sge.address(sge), length, access)) {
                return WcStatus.LOC_PROT_ERR;
            }
            left -= length;
        }
        return WcStatus.SUCCESS;
    }

    /** Returns whether a key allows an access to a range. */
    public boolean allows(int pd, int key, long address, long length, int access) {
        return MrRecord.allows(mr(key), key, pd, address, length, access);
    }

    /**
     * Delivers a completion.
     *
     * @param claimer see {@link CqRing#claim}
     * @param qpNumber the owner's queue pair
     * @return false when the queue has overflowed
     */
    public boolean complete(
            int cq,
            int claimer,
            int qpNumber,
            boolean solicited,
            long wrId,
            int status,
            int opcode,
            int byteLength,
            int rawImmediate,
            int flags) {
        long ring = Table.find(base, header, Table.CQ, cq);
        long turn = CqRing.claim(base, ring, claimer);
        if (turn < 0) {
            overflow(ring, cq);
            return false;
        }
        long wc = CqRing.completion(base, ring, turn);
        WorkCompletions.write(wc, wrId, status, opcode, byteLength, rawImmediate, qpNumber, flags);
        if (CqRing.publish(base, ring, turn, solicited || status != WcStatus.SUCCESS)) {
            notifyChannel(ring, cq);
        }
        return true;
    }

    private void overflow(long ring, int cq) {
        if (CqRing.overflow(ring)) {
            event(AsyncEventType.CQ_ERR, cq);
            SegmentHeader.raiseAttention(header);
        }
    }

    /** Delivers an event of a completion queue to its channel. */
    private void notifyChannel(long ring, int cq) {
        int channel = CqRing.channel(ring) - 1;
        long events = Table.find(base, header, Table.CHANNEL, channel);
        CqRing.push(base, events, CqRing.OWNER, cq, 0, 0);
        Bell.ring(header);
    }

    /**
     * Delivers an asynchronous event; drops it when the ring of events is full. The event names its
     * subject by a serial number, too: the subject may be closed, and its record be another one's,
     * before the owner looks.
     *
     * @param index of the queue pair, queue or port it is about; the caller visits it, or owns it
     */
    public void event(AsyncEventType type, int index) {
        long serial =
                switch (type.subject()) {
                    case QUEUE_PAIR -> QpRecord.serial(qp(index));
                    case SHARED_RECEIVE_QUEUE -> SrqRecord.serial(srq(index));
                    case COMPLETION_QUEUE, PORT, DEVICE -> 0;
                };
        long events = header + SegmentHeader.EVENTS;
        long id = serial << SERIAL_SHIFT | index;
        CqRing.push(base, events, CqRing.OWNER, id, type.ordinal(), 0);
        Bell.ring(header);
    }

    /** Returns the index in the number of an event. */
    public static int eventIndex(long id) {
        return (int) id & INDEX_MASK;
    }

    /** Returns the serial number in that of an event: 48 bits, which do not wrap. */
    public static long eventSerial(long id) {
        return id >>> SERIAL_SHIFT;
    }

    /**
     * Requests the owner's help to move payload.
     *
     * @param from the requesting device
     * @param ref of the staging block in its segment
     * @return false when too many requests wait
     */
    public boolean request(long from, long ref) {
        int low = (int) from;
        int high = (int) (from >>> 32);
        long asked = header + SegmentHeader.SERVICE;
        boolean stored = CqRing.push(base, asked, CqRing.OWNER, ref, low, high);
        SegmentHeader.raiseAttention(header);
        return stored;
    }

    /**
     * Returns whether a key is valid and its region contains a range, whatever accesses it allows.
     */
    public boolean covers(int key, long address, long length) {
        return MrRecord.covers(mr(key), key, address, length);
    }

    @Override
    public String toString() {
        return "device " + Long.toHexString(number) + " in " + memory;
    }
}
