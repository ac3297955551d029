package org.strata.testkit;

import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlStatus;
import org.strata.opal.Rc;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A message of a {@link FakePml} on its way; guarded by the job's lock. */
final class FakePmlMessage implements PmlMessage {
    private final FakeRequest send;
    private final long identity;
    private final int source;
    private final int tag;
    private byte[] copied;

    FakePmlMessage(FakeRequest send, long identity, int source, int tag) {
        this.send = send;
        this.identity = identity;
        this.source = source;
        this.tag = tag;
    }

    int tag() {
        return tag;
    }

    boolean matches(int wantedSource, int wantedTag, long wantedIdentity) {
        boolean tagFits = wantedTag == Pml.ANY_TAG ? tag >= 0 : wantedTag == tag;
        boolean sourceFits = wantedSource == Pml.ANY_SOURCE || wantedSource == source;
        return wantedIdentity == identity && tagFits && sourceFits;
    }

    void describe(PmlStatus status) {
        status.setEmpty();
        status.source = source;
        status.tag = tag;
        status.bytes = send.bytes;
    }

    /** Takes the data now: the sender is done. */
    void copy() {
        copied = pack(send.bytes);
        send.complete();
    }

    private byte[] pack(long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment packed = arena.allocate(Math.max(1, bytes));
            send.data.pack(0, packed.address(), bytes);
            return packed.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
        }
    }

    /**
     * Hands the data to a receive; both are done then. What the receive has no room for is not
     * read: elements without an extent make a message of any length out of a few bytes.
     */
    void deliver(FakeRequest receive) {
        long room = receive.data.size();
        long bytes = Math.min(room, send.bytes);
        byte[] data = copied != null ? copied : pack(bytes);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment packed = arena.allocate(Math.max(1, bytes));
            MemorySegment.copy(data, 0, packed, ValueLayout.JAVA_BYTE, 0, (int) bytes);
            receive.data.unpack(packed.address(), 0, bytes);
        }
        describe(receive);
        receive.bytes = bytes;
        receive.error = send.bytes > room ? Rc.TRUNCATED : Rc.OK;
        receive.complete();
        if (copied == null) {
            send.complete();
        }
    }
}
