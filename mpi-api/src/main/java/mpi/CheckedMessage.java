package mpi;

import org.strata.mca.pml.PmlStatus;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;

import java.nio.charset.StandardCharsets;

/**
 * The copy in which a message travels while messages are checked ({@code mpi_check}): the data, and
 * before them, between processes of one job, a head with their kind and the line that has sent
 * them.
 *
 * <pre>
 *  0 u56 {@link #MARK} | 7 u8 kind, 0 if not known, else one more than the BaseType's ordinal
 *  8 the line, UTF-8, zeros behind it
 * </pre>
 */
final class CheckedMessage {
    /** Bytes of a head; no more than {@link MPI#BSEND_OVERHEAD}, which programs reserve for it. */
    static final int HEAD = 96;

    private static final long MARK = 0x414b_4348_4543_4bL;
    private static final int KIND_SHIFT = 56;
    private static final long MARK_BITS = (1L << KIND_SHIFT) - 1;
    private static final int LINE = Long.BYTES;

    private final CopyPool pool;
    private final CopyPool.Block block;
    private final int head;

    /** The program's elements. */
    final Buf data;

    /**
     * @param headed whether the message has a head
     */
    CheckedMessage(CopyPool pool, Buf data, boolean headed) {
        this.pool = pool;
        this.data = new Buf().set(data);
        this.head = headed ? HEAD : 0;
        this.block = pool.acquire(Math.max(1, head + data.size()));
    }

    /** Returns the copy, for the PML. */
    Buf copy() {
        return new Buf().setBytes(block.address(), head + data.size());
    }

    /** Ends the use of the copy. */
    void release() {
        pool.release(block);
    }

    /**
     * Copies the program's elements to send them.
     *
     * @param line the program's line that sends them
     */
    void pack(String line) {
        data.pack(0, block.address() + head, data.size());
        if (head > 0) {
            BaseType kind = ElementKinds.of(data);
            long code = kind == null ? 0 : kind.ordinal() + 1;
            Memory.putLong(block.address(), MARK | code << KIND_SHIFT);
            byte[] text = shortened(line).getBytes(StandardCharsets.UTF_8);
            int length = Math.min(text.length, HEAD - LINE);
            Memory.zero(block.address() + LINE, HEAD - LINE);
            Memory.copyOut(text, 0, block.address() + LINE, length);
        }
    }

    /** Returns "File.java:12" alone where the method's name would take too much room. */
    private static String shortened(String line) {
        return line.length() <= HEAD - LINE ? line : line.substring(line.lastIndexOf('(') + 1);
    }

    /** Returns the place of the first byte that the program has changed since; -1 if none is. */
    long changed() {
        long size = data.size();
        if (!data.intact()) {
            return -1;
        }
        CopyPool.Block now = pool.acquire(Math.max(1, size));
        try {
            data.pack(0, now.address(), size);
            return Memory.all()
                    .asSlice(now.address(), size)
                    .mismatch(Memory.all().asSlice(block.address() + head, size));
        } finally {
            pool.release(now);
        }
    }

    /** Returns what is wrong when a byte has changed, for the error of the wait. */
    String changeAt(long place) {
        BaseType kind = ElementKinds.of(data);
        String element =
                kind == null
                        ? "byte " + place
                        : "element " + place / kind.layout().size() + " (" + kind.constant() + ")";
        return "the program has changed " + element + " of the data while they were being sent";
    }

    /**
     * Hands the data that have come to the program, and makes its status of the copy's.
     *
     * @return null, or what is wrong with the type of the data
     */
    String deliver(PmlStatus status) {
        boolean come = status.error == Rc.OK || status.error == Rc.TRUNCATED;
        boolean there = come && !status.cancelled;
        boolean foreign = there && head > 0 && !hasHead(status.bytes);
        withoutHead(status, head);
        if (foreign) {
            return "the message has no head: its sender does not check (mpi_check), and all"
                    + " processes of a job must or none";
        } else if (!there) {
            return null;
        }
        data.unpack(block.address() + head, 0, status.bytes);
        return head > 0 && status.bytes > 0 ? mismatch() : null;
    }

    private boolean hasHead(long bytes) {
        return bytes >= HEAD && (Memory.getLong(block.address()) & MARK_BITS) == MARK;
    }

    /** Subtracts the head from the lengths in a status. */
    static void withoutHead(PmlStatus status, int head) {
        status.bytes = Math.max(0, status.bytes - head);
        status.messageBytes = Math.max(0, status.messageBytes - head);
    }

    private String mismatch() {
        int code = (int) (Memory.getLong(block.address()) >>> KIND_SHIFT);
        if (code == 0 || code > BaseType.values().length) {
            return null;
        }
        BaseType sent = BaseType.values()[code - 1];
        BaseType taken = ElementKinds.of(data);
        return ElementKinds.agree(sent, taken)
                ? null
                : String.format(
                        "the message has elements %s, the receive takes %s; it was sent%s",
                        sent.constant(), taken.constant(), sentAt());
    }

    private String sentAt() {
        byte[] text = new byte[HEAD - LINE];
        Memory.copyIn(block.address() + LINE, text, 0, text.length);
        String line = new String(text, StandardCharsets.UTF_8).trim();
        return line.isEmpty() ? " outside of the program" : " at " + line;
    }
}
