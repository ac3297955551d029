package org.strata.pml.ob1.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.memory.Memory;
import org.strata.pml.base.match.FlowLevel;
import org.strata.pml.ob1.header.AckHeader;
import org.strata.pml.ob1.header.FinHeader;
import org.strata.pml.ob1.header.FlowHeader;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.header.PutHeader;
import org.strata.testkit.NativeBuffers;

/** What the other side gets, at once or from the queue. */
class ControlPacketsTest {
    private final WirePair wire = new WirePair(1, 0);
    private final WirePair.Side side = wire.side(0);
    private final ControlPackets packets = new ControlPackets(side.control, side.headers);
    private final NativeBuffers memory = new NativeBuffers();
    private int tag;
    private long packet;
    private int length;

    ControlPacketsTest() {
        for (int type : new int[] {PacketType.ACK, PacketType.PUT, PacketType.FLOW}) {
            wire.side(1).rank.activeMessages().register(PacketType.btlTag(type), this::onPacket);
        }
    }

    @AfterEach
    void close() {
        wire.close();
        memory.close();
    }

    private void onPacket(Btl btl, BtlEndpoint from, int arrived, long at, int bytes) {
        tag = arrived;
        length = bytes;
        packet = memory.allocate(bytes);
        Memory.copy(at, packet, bytes);
    }

    /** Each packet goes twice: the second time it has to wait, and the next one is written. */
    private void send(int type, int bytes, Runnable sent, Runnable verified) {
        for (boolean queued : new boolean[] {false, true}) {
            length = 0;
            wire.refuse(queued);
            sent.run();
            if (queued) {
                FinHeader.write(packets.putHandle() - PutHeader.LENGTH, -1, -1);
                wire.refuse(false);
            }
            wire.progressUntil("the packet", () -> length > 0);
            assertThat(length).isEqualTo(bytes);
            assertThat(tag).isEqualTo(PacketType.btlTag(type));
            verified.run();
        }
    }

    @Test
    void anAckAsksForARange() {
        send(
                PacketType.ACK,
                AckHeader.LENGTH,
                () -> packets.ack(side.endpoint, AckHeader.FLAG_REST, 11, 12, 1L << 33, 1L << 34),
                () -> {
                    assertThat(AckHeader.flags(packet)).isEqualTo(AckHeader.FLAG_REST);
                    assertThat(AckHeader.sender(packet)).isEqualTo(11);
                    assertThat(AckHeader.receiver(packet)).isEqualTo(12);
                    assertThat(AckHeader.offset(packet)).isEqualTo(1L << 33);
                    assertThat(AckHeader.end(packet)).isEqualTo(1L << 34);
                });
    }

    @Test
    void anOrderHasTheHandleOfItsMemory() {
        int handle = 40;
        send(
                PacketType.PUT,
                PutHeader.LENGTH + handle,
                () -> {
                    packets.beginPut(3, 11, 12, 13);
                    NativeBuffers.fill(packets.putHandle(), handle, 5);
                    packets.put(side.endpoint, 1L << 33, 1L << 40, 1L << 34, handle);
                },
                () -> {
                    assertThat(PutHeader.link(packet)).isEqualTo(3);
                    assertThat(PutHeader.sender(packet)).isEqualTo(11);
                    assertThat(PutHeader.receiver(packet)).isEqualTo(12);
                    assertThat(PutHeader.piece(packet)).isEqualTo(13);
                    assertThat(PutHeader.offset(packet)).isEqualTo(1L << 33);
                    assertThat(PutHeader.address(packet)).isEqualTo(1L << 40);
                    assertThat(PutHeader.size(packet)).isEqualTo(1L << 34);
                    NativeBuffers.verify("handle", PutHeader.handle(packet), handle, 5);
                });
    }

    @Test
    void aSignalSaysWhatMayBeSent() {
        for (FlowLevel level : FlowLevel.values()) {
            int number = Integer.MIN_VALUE + level.ordinal();
            send(
                    PacketType.FLOW,
                    FlowHeader.LENGTH,
                    () -> packets.send(side.endpoint, level, number),
                    () -> {
                        assertThat(FlowHeader.level(packet)).isEqualTo(level);
                        assertThat(FlowHeader.number(packet)).isEqualTo(number);
                    });
        }
    }
}
