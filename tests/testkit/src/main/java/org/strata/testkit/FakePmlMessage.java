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
        copied = pack();
        send.complete();
    }

    private byte[] pack() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment packed = arena.allocate(Math.max(1, send.bytes));
            send.data.pack(0, packed.address(), send.bytes);
            return packed.asSlice(0, send.bytes).toArray(ValueLayout.JAVA_BYTE);
        }
    }

    /** Hands the data to a receive; both are done then. */
    void deliver(FakeRequest receive) {
        byte[] data = copied != null ? copied : pack();
        long room = receive.data.size();
        long bytes = Math.min(room, data.length);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment packed = arena.allocate(Math.max(1, bytes));
            MemorySegment.copy(data, 0, packed, ValueLayout.JAVA_BYTE, 0, (int) bytes);
            receive.data.unpack(packed.address(), 0, bytes);
        }
        describe(receive);
        receive.bytes = bytes;
        receive.error = data.length > room ? Rc.TRUNCATED : Rc.OK;
        receive.complete();
        if (copied == null) {
            send.complete();
        }
    }
}
