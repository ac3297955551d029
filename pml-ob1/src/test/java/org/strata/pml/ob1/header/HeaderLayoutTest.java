package org.strata.pml.ob1.header;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.btl.Btl;
import org.strata.opal.memory.Memory;
import org.strata.pml.base.match.FlowLevel;
import org.strata.pml.base.match.MatchHeader;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.function.LongConsumer;

/** Every byte of every header, and every accessor. Little-endian machines only, like the wire. */
class HeaderLayoutTest {
    private static String bytes(int length, LongConsumer writer) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(length, 8);
            writer.accept(memory.address());
            byte[] copy = new byte[length];
            Memory.copyIn(memory.address(), copy, 0, length);
            return HexFormat.of().formatHex(copy);
        }
    }

    private static void at(int length, LongConsumer test) {
        try (Arena arena = Arena.ofConfined()) {
            test.accept(arena.allocate(length, 8).address());
        }
    }

    @Test
    void match() {
        long identity = 0x7123456789ABCDEFL;
        String golden = "efcdab8967452371" + "f6ffffff" + "01020380";
        LongConsumer write = at -> MatchHeader.write(at, identity, -10, 0x80030201);
        assertThat(bytes(MatchHeader.LENGTH, write)).isEqualTo(golden);
        LongConsumer words =
                at -> Memory.putWords(at, identity, MatchHeader.second(-10, 0x80030201));
        assertThat(bytes(MatchHeader.LENGTH, words)).isEqualTo(golden);
        assertThat(MatchHeader.LENGTH).isEqualTo(Btl.SHORT_HEADER);
        at(
                MatchHeader.LENGTH,
                at -> {
                    write.accept(at);
                    assertThat(MatchHeader.identity(at)).isEqualTo(identity);
                    assertThat(MatchHeader.tag(at)).isEqualTo(-10);
                    assertThat(MatchHeader.sequence(at)).isEqualTo(0x80030201);
                });
    }

    @Test
    void rendezvous() {
        String golden =
                "0100000002000000"
                        + "03000000"
                        + "04000000"
                        + "8877665544332229"
                        + "0100000000000080"
                        + "efcdab0000000000";
        LongConsumer write =
                at -> {
                    MatchHeader.write(at, 0x200000001L, 3, 4);
                    int flags =
                            RendezvousHeader.FLAG_ACK
                                    | RendezvousHeader.FLAG_CONTIGUOUS
                                    | RendezvousHeader.FLAG_IF_WORTH;
                    RendezvousHeader.write(at, flags, 0x22334455667788L, 0x8000000000000001L);
                    RendezvousHeader.writeAddress(at, 0xABCDEFL);
                };
        assertThat(bytes(RendezvousHeader.RGET_LENGTH, write)).isEqualTo(golden);
        at(
                RendezvousHeader.RGET_LENGTH,
                at -> {
                    write.accept(at);
                    assertThat(RendezvousHeader.messageLength(at)).isEqualTo(0x22334455667788L);
                    assertThat(RendezvousHeader.flags(at)).isEqualTo(0x29);
                    assertThat(RendezvousHeader.sender(at)).isEqualTo(0x8000000000000001L);
                    assertThat(RendezvousHeader.address(at)).isEqualTo(0xABCDEFL);
                    assertThat(RendezvousHeader.entries(at)).isEqualTo(at + 40);
                });
    }

    @Test
    void ack() {
        String golden =
                "0401000000000000"
                        + "0100000000000000"
                        + "0200000000000000"
                        + "0300000000000000"
                        + "0400000000000000";
        LongConsumer write = at -> AckHeader.write(at, AckHeader.FLAG_REST, 1, 2, 3, 4);
        assertThat(bytes(AckHeader.LENGTH, write)).isEqualTo(golden);
        at(
                AckHeader.LENGTH,
                at -> {
                    write.accept(at);
                    assertThat(AckHeader.flags(at)).isEqualTo(AckHeader.FLAG_REST);
                    assertThat(AckHeader.sender(at)).isEqualTo(1);
                    assertThat(AckHeader.receiver(at)).isEqualTo(2);
                    assertThat(AckHeader.offset(at)).isEqualTo(3);
                    assertThat(AckHeader.end(at)).isEqualTo(4);
                });
    }

    @Test
    void fragment() {
        String golden = "0600000000000000" + "0500000000000000" + "0600000000000000";
        LongConsumer write = at -> FragHeader.write(at, 5, 6);
        assertThat(bytes(FragHeader.LENGTH, write)).isEqualTo(golden);
        at(
                FragHeader.LENGTH,
                at -> {
                    write.accept(at);
                    assertThat(FragHeader.receiver(at)).isEqualTo(5);
                    assertThat(FragHeader.offset(at)).isEqualTo(6);
                });
    }

    @Test
    void put() {
        String golden =
                "08fe000000000000"
                        + "0100000000000000"
                        + "0200000000000000"
                        + "0300000000000000"
                        + "0400000000000000"
                        + "0500000000000000"
                        + "0600000000000000";
        LongConsumer write =
                at -> {
                    PutHeader.writeCookies(at, 254, 1, 2, 3);
                    PutHeader.writeRange(at, 4, 5, 6);
                };
        assertThat(bytes(PutHeader.LENGTH, write)).isEqualTo(golden);
        at(
                PutHeader.LENGTH,
                at -> {
                    write.accept(at);
                    assertThat(PutHeader.link(at)).isEqualTo(254);
                    assertThat(PutHeader.sender(at)).isEqualTo(1);
                    assertThat(PutHeader.receiver(at)).isEqualTo(2);
                    assertThat(PutHeader.piece(at)).isEqualTo(3);
                    assertThat(PutHeader.offset(at)).isEqualTo(4);
                    assertThat(PutHeader.address(at)).isEqualTo(5);
                    assertThat(PutHeader.size(at)).isEqualTo(6);
                    assertThat(PutHeader.handle(at)).isEqualTo(at + 56);
                });
    }

    @Test
    void finAndFlow() {
        String fin = "0900000000000000" + "0700000000000000" + "ebffffffffffffff";
        assertThat(bytes(FinHeader.LENGTH, at -> FinHeader.write(at, 7, -21))).isEqualTo(fin);
        assertThat(
                        bytes(
                                FlowHeader.LENGTH,
                                at -> FlowHeader.write(at, FlowLevel.PAUSE, 0x80030201)))
                .isEqualTo("0b020000" + "01020380");
        assertThat(bytes(FlowHeader.LENGTH, at -> FlowHeader.write(at, FlowLevel.HEADERS, 7)))
                .isEqualTo("0b010000" + "07000000");
        assertThat(bytes(FlowHeader.LENGTH, at -> FlowHeader.write(at, FlowLevel.GO, 5)))
                .isEqualTo("0b000000" + "05000000");
        at(
                FinHeader.LENGTH,
                at -> {
                    FinHeader.write(at, 7, -21);
                    assertThat(FinHeader.cookie(at)).isEqualTo(7);
                    assertThat(FinHeader.size(at)).isEqualTo(-21);
                    for (FlowLevel level : FlowLevel.values()) {
                        FlowHeader.write(at, level, -7);
                        assertThat(FlowHeader.level(at)).isEqualTo(level);
                        assertThat(FlowHeader.number(at)).isEqualTo(-7);
                    }
                });
    }

    @Test
    void readEntries() {
        String golden =
                "0205010000000000" + "aabbccdd00000000" + "ff08000000000000" + "1100220033004400";
        int first = RgetEntry.size(5);
        LongConsumer write =
                at -> {
                    RgetEntry.write(at, 2, 5);
                    Memory.putInt(RgetEntry.handle(at), 0xDDCCBBAA);
                    RgetEntry.write(at + first, 255, 8);
                    Memory.putLong(RgetEntry.handle(at + first), 0x0044003300220011L);
                    RgetEntry.writeMore(at);
                };
        assertThat(RgetEntry.size(0)).isEqualTo(8);
        assertThat(RgetEntry.size(8)).isEqualTo(16);
        assertThat(first).isEqualTo(16);
        assertThat(bytes(first + RgetEntry.size(8), write)).isEqualTo(golden);
        at(
                first + RgetEntry.size(8),
                at -> {
                    write.accept(at);
                    assertThat(RgetEntry.link(at)).isEqualTo(2);
                    assertThat(RgetEntry.handleLength(at)).isEqualTo(5);
                    assertThat(RgetEntry.handle(at)).isEqualTo(at + 8);
                    assertThat(RgetEntry.next(at)).isEqualTo(at + 16);
                    assertThat(RgetEntry.link(at + 16)).isEqualTo(255);
                    assertThat(RgetEntry.next(at + 16)).isZero();
                });
    }

    @Test
    void envelope() {
        String golden = "0c080300" + "04030281" + "efbeadde" + "00000000";
        LongConsumer write =
                at -> {
                    EnvelopeHeader.write(at, PacketType.PUT, 0x81020304);
                    EnvelopeHeader.writeState(at, 3, 0xDEADBEEF);
                };
        assertThat(bytes(EnvelopeHeader.LENGTH, write)).isEqualTo(golden);
        at(
                EnvelopeHeader.LENGTH,
                at -> {
                    write.accept(at);
                    assertThat(EnvelopeHeader.inner(at)).isEqualTo(PacketType.PUT);
                    assertThat(EnvelopeHeader.link(at)).isEqualTo(3);
                    assertThat(EnvelopeHeader.number(at)).isEqualTo(0x81020304);
                    assertThat(EnvelopeHeader.expected(at)).isEqualTo(0xDEADBEEF);
                });
    }
}
