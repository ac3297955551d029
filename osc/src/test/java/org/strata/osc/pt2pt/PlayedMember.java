package org.strata.osc.pt2pt;

import org.strata.mca.osc.OscRequest;
import org.strata.mca.osc.OscRequest.Flavor;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.LayoutCodec;
import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A window of rank 1, and rank 0 as the test plays it, message by message: in any order, at any
 * time, with any contents. One thread.
 */
final class PlayedMember implements AutoCloseable {
    /** Longest request of the window, with its header of 64 bytes. */
    static final int REQUEST_BYTES = 256;

    private static final int ROOM = 1 << 16;

    final Pt2ptWindow window;

    private final FakeJob job = FakeJob.of(2);
    private final Arena arena = Arena.ofShared();
    private final FakePml pml;
    private final CommContext comm;
    private final long message = Memory.allocate(arena, ROOM, 64);
    private final PmlStatus status = new PmlStatus();

    /**
     * @param address of the window's memory
     * @param bytes its length
     */
    PlayedMember(Flavor flavor, long address, long bytes) {
        FakePml[] pmls = FakePml.of(job, ROOM).toArray(new FakePml[0]);
        pml = pmls[0];
        comm = pml.world(7);
        job.rank(1).engine().enter();
        Pt2ptConfig config = new Pt2ptConfig(10, REQUEST_BYTES, 4);
        OscRequest request =
                new OscRequest(flavor, pmls[1].world(7), pmls[1], null, address, bytes, 1);
        window = (Pt2ptWindow) new Pt2ptWindows(config, job.rank(1).engine()).open(request);
    }

    // ---- What rank 0 sends.

    /** Begins a message: returns the address of a header, with zeros behind it. */
    long header(RequestKind kind) {
        Memory.zero(message, 2 * REQUEST_BYTES);
        RequestHeader.write(message, kind);
        return message;
    }

    /** Sends the header and some bytes behind it. */
    void send(long data) {
        send(message, RequestHeader.BYTES + data, WindowTags.REQUEST);
    }

    private void send(long address, long bytes, int tag) {
        Buf buf = new Buf().setBytes(address, bytes);
        pml.isend(buf, 1, tag, SendMode.STANDARD, comm).release();
    }

    /** Sends bytes that are all the same, as a request of its own tag. */
    void sendRaw(long bytes, int value) {
        MemorySegment.ofAddress(message).reinterpret(ROOM).asSlice(0, bytes).fill((byte) value);
        send(message, bytes, WindowTags.REQUEST);
    }

    /** Sends any bytes as a request; returns whether the window waits for a message with data. */
    boolean sendBytes(byte[] bytes) {
        MemorySegment to = MemorySegment.ofAddress(message).reinterpret(ROOM);
        MemorySegment.copy(bytes, 0, to, ValueLayout.JAVA_BYTE, 0, bytes.length);
        boolean request = bytes.length >= RequestHeader.BYTES && bytes.length <= REQUEST_BYTES;
        RequestKind kind = request ? RequestHeader.kind(message) : null;
        boolean takesData = kind == RequestKind.PUT || kind == RequestKind.LAYOUT;
        boolean follows = takesData && !RequestHeader.inline(message);
        send(message, bytes.length, WindowTags.REQUEST);
        return follows;
    }

    void request(RequestKind kind) {
        header(kind);
        send(0);
    }

    /** Announces a put of bytes, whose data follow in a message. */
    void announcePut(long displacement, long bytes) {
        long at = header(RequestKind.PUT);
        RequestHeader.writeTarget(at, displacement, bytes, false);
        RequestHeader.writeData(at, 0, bytes, false);
        send(0);
    }

    /** Announces the description of a datatype, which {@link #describe} sends. */
    void announceLayout(DataLayout layout) {
        RequestHeader.writeData(header(RequestKind.LAYOUT), 0, LayoutCodec.bytes(layout), false);
        send(0);
    }

    void describe(DataLayout layout) {
        LayoutCodec.write(layout, message);
        send(message, LayoutCodec.bytes(layout), WindowTags.DATA);
    }

    /** Describes a datatype in a request of its own, or in a message behind it. */
    void tellLayout(DataLayout layout) {
        long bytes = LayoutCodec.bytes(layout);
        if (bytes > REQUEST_BYTES - RequestHeader.BYTES) {
            announceLayout(layout);
            describe(layout);
        } else {
            long at = header(RequestKind.LAYOUT);
            RequestHeader.writeData(at, 0, bytes, true);
            LayoutCodec.write(layout, at + RequestHeader.BYTES);
            send(bytes);
        }
    }

    void get(long displacement, long bytes) {
        long at = header(RequestKind.GET);
        RequestHeader.writeTarget(at, displacement, bytes, false);
        RequestHeader.writeData(at, 0, bytes, false);
        send(0);
    }

    void add(long displacement, long operand) {
        long at = header(RequestKind.ACCUMULATE);
        RequestHeader.writeTarget(at, displacement, Long.BYTES, false);
        RequestHeader.writeOp(at, OpKind.SUM, NumberKind.INT64);
        RequestHeader.writeData(at, 0, Long.BYTES, true);
        Memory.putLong(at + RequestHeader.BYTES, operand);
        send(Long.BYTES);
    }

    /** Sends the data of the put announced before: bytes that are all the same. */
    void data(long bytes, int value) {
        MemorySegment.ofAddress(message).reinterpret(ROOM).asSlice(0, bytes).fill((byte) value);
        send(message, bytes, WindowTags.DATA);
    }

    /** Sends what a get has asked for: bytes that are all the same. */
    void reply(long bytes, int value) {
        MemorySegment.ofAddress(message).reinterpret(ROOM).asSlice(0, bytes).fill((byte) value);
        send(message, bytes, WindowTags.REPLY);
    }

    /** Rank 0 is lost. */
    void lose() {
        job.rank(1).proc(0).fail("killed by the test");
    }

    // ---- What rank 0 receives.

    /** Lets the window handle what has arrived. */
    void progress() {
        while (window.progress() > 0) {
            continue;
        }
    }

    /** Receives the window's next message with a tag; null if there is none. */
    byte[] receive(int tag) {
        if (!pml.iprobe(1, tag, comm, status)) {
            return null;
        }
        Buf buf = new Buf().setBytes(message, Math.min(ROOM, status.bytes));
        PmlRequest receive = pml.ireceive(buf, 1, tag, comm);
        byte[] bytes =
                MemorySegment.ofAddress(message)
                        .reinterpret(receive.bytes)
                        .toArray(ValueLayout.JAVA_BYTE);
        receive.release();
        return bytes;
    }

    /** Returns the kind of the next message without data; null if there is none. */
    RequestKind received() {
        byte[] bytes = receive(WindowTags.REQUEST);
        return bytes == null ? null : RequestHeader.kind(message);
    }

    /** Returns where the message lies that was {@link #received}. */
    long message() {
        return message;
    }

    /** Returns what the acknowledgement that was {@link #received} says of refusals. */
    int refusal() {
        return RequestHeader.refusal(message);
    }

    /** Returns how many messages and receives of rank 0 wait. */
    int unmatched() {
        return pml.unmatched();
    }

    @Override
    public void close() {
        window.close();
        job.rank(1).engine().exit();
        job.close();
        arena.close();
    }
}
