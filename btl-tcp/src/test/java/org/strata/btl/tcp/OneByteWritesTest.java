package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** Every write takes one byte, so that frames are cut at every place there is. */
final class OneByteWritesTest {
    private static final int MAX = 5000;

    /** A field: the collector frees the memory of an arena that nothing refers to. */
    private final Arena arena = Arena.ofAuto();

    private final long buffer = Memory.allocate(arena, MAX + 8, 8);
    private final List<Integer> lengths = new ArrayList<>();

    @Test
    void stagedCopiedAndInPlaceMessagesInOrder() {
        try (TcpWorld world = new TcpWorld(2, "max-write", "1")) {
            for (int i = 0; i < MAX + 8; i++) {
                Memory.putByte(buffer + i, (byte) (i * 7));
            }
            world.node(1)
                    .rank
                    .activeMessages()
                    .register(TcpWorld.TAG, (btl, from, tag, at, n) -> check(at, n));
            List<Integer> sent = new ArrayList<>();
            for (int length = 0; length < 80; length++) {
                immediate(world, length);
                prepared(world, length + 100);
                sent.addAll(List.of(length + 8, length + 108));
            }
            prepared(world, MAX);
            immediate(world, 3);
            sent.addAll(List.of(MAX + 8, 11));
            world.job.progressUntil("all", () -> lengths.size() == sent.size());
            assertThat(lengths).isEqualTo(sent);
        }
    }

    private void check(long address, int length) {
        for (int i = 8; i < length; i++) {
            if (Memory.getByte(address + i) != (byte) (i * 7)) {
                throw new AssertionError("byte " + i + " of " + length);
            }
        }
        lengths.add(length);
    }

    private void immediate(TcpWorld world, int length) {
        BtlEndpoint to = world.node(0).to(1);
        int rc =
                world.node(0)
                        .btl()
                        .sendImmediate(to, TcpWorld.TAG, buffer, 8, null, buffer + 8, length);
        assertThat(rc).isEqualTo(Rc.OK);
    }

    private void prepared(TcpWorld world, int length) {
        TcpBtl btl = world.node(0).btl();
        BtlEndpoint to = world.node(0).to(1);
        Descriptor descriptor =
                btl.prepareSource(to, new Buf().setBytes(buffer, MAX + 8), 8, 8, length);
        descriptor.callback = (from, done, rc) -> from.free(done);
        assertThat(btl.send(to, descriptor, TcpWorld.TAG)).isEqualTo(Rc.OK);
    }
}
