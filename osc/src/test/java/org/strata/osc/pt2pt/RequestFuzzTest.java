package org.strata.osc.pt2pt;

import org.junit.jupiter.api.AfterEach;
import org.strata.mca.osc.OscRequest.Flavor;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.datatype.LayoutCodec;
import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.testkit.NativeBuffers;
import org.strata.testkit.fuzz.FuzzContract;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Requests to a window as bytes: no byte beside the window changes, and the window goes on. Kinds
 * that a member sends only in turn (locks, epochs) are left to HostileRequestsTest.
 */
class RequestFuzzTest extends FuzzContract {
    private static final int BYTES = 4096;
    private static final long SECRET = 0x5e5e5e5e5e5e5e5eL;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment around = arena.allocate(3 * BYTES, 4096);
    private final PlayedMember other =
            new PlayedMember(Flavor.CREATE, around.address() + BYTES, BYTES);

    RequestFuzzTest() {
        around.fill((byte) SECRET);
        around.asSlice(BYTES, BYTES).fill((byte) 0);
    }

    @AfterEach
    void close() {
        other.close();
        arena.close();
    }

    private static byte[] request(RequestKind kind, long count, boolean described, int data) {
        try (Arena own = Arena.ofConfined()) {
            long at = Memory.allocate(own, RequestHeader.BYTES + data, 8);
            RequestHeader.write(at, kind);
            RequestHeader.writeTarget(at, 64, count, described);
            RequestHeader.writeOp(at, OpKind.SUM, NumberKind.INT64);
            RequestHeader.writeData(at, 0, data, true);
            return NativeBuffers.bytes(at, RequestHeader.BYTES + data);
        }
    }

    private static byte[] layout(DataLayout layout) {
        byte[] all = request(RequestKind.LAYOUT, 0, false, (int) LayoutCodec.bytes(layout));
        try (Arena own = Arena.ofConfined()) {
            long at = Memory.allocate(own, LayoutCodec.bytes(layout), 8);
            LayoutCodec.write(layout, at);
            Memory.copyIn(at, all, RequestHeader.BYTES, LayoutCodec.bytes(layout));
        }
        return all;
    }

    @Override
    protected List<byte[]> valid() {
        DataLayout vector = DataLayouts.hvector(2, 1, 16, DataLayouts.basic(8, 8));
        List<byte[]> all = new ArrayList<>();
        all.add(layout(vector));
        all.add(layout(DataLayouts.resized(vector, -8, 64)));
        all.add(request(RequestKind.PUT, 32, false, 32));
        all.add(request(RequestKind.GET, 2, true, 32));
        all.add(request(RequestKind.ACCUMULATE, 16, false, 16));
        all.add(request(RequestKind.GET_ACCUMULATE, 1, true, 16));
        all.add(request(RequestKind.COMPARE_AND_SWAP, 8, false, 16));
        return all;
    }

    @Override
    protected void parse(byte[] input) {
        if (input.length > 0) {
            input[0] = (byte) ((input[0] & 0xff) % 6);
        }
        boolean follows = other.sendBytes(input);
        other.progress();
        while (other.receive(WindowTags.REPLY) != null
                || other.receive(WindowTags.REQUEST) != null) {
            continue;
        }
        for (long at = 0; at < BYTES; at += Long.BYTES) {
            if (around.get(ValueLayout.JAVA_LONG, at) != SECRET
                    || around.get(ValueLayout.JAVA_LONG, 2 * BYTES + at) != SECRET) {
                throw new AssertionError("memory beside the window was changed");
            }
        }
        if (follows) {
            other.data(8, 1);
            other.progress();
        }
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of();
    }
}
