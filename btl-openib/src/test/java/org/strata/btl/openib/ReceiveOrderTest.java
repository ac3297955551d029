package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Packets in any order, some of them twice: each message is delivered once and in its turn. */
final class ReceiveOrderTest {
    private static final int TAG = 0x53;
    private static final int MESSAGES = 64;
    private static final int PAYLOAD = Integer.BYTES;

    private final Arena arena = Arena.ofConfined();
    private final OpenibCounters counters = new OpenibCounters();
    private final List<Integer> delivered = new ArrayList<>();
    private final HeldMessages pool = new HeldMessages(arena, counters);
    private final ReceiveOrder inOrder = new ReceiveOrder(this::deliver, pool, counters);
    private final long packet = Memory.allocate(arena, PacketHeader.BYTES + PAYLOAD, 8);

    private void deliver(int tag, long address, int length) {
        assertThat(tag).isEqualTo(TAG);
        assertThat(length).isEqualTo(PAYLOAD);
        delivered.add(Memory.getInt(address));
    }

    @AfterEach
    void close() {
        inOrder.close();
        arena.close();
    }

    private void accept(int sequence) {
        PacketHeader.write(packet, TAG, PacketHeader.DATA, 0, sequence, 0);
        Memory.putInt(packet + PacketHeader.BYTES, sequence);
        inOrder.accept(null, packet, PacketHeader.BYTES + PAYLOAD);
    }

    /** The numbers wrap after half of the messages where they begin at the third value. */
    @ParameterizedTest
    @ValueSource(ints = {0, -MESSAGES / 2, Integer.MAX_VALUE - MESSAGES / 2})
    void messagesAreDeliveredOnceAndInOrder(int first) {
        inOrder.expect(first);
        List<Integer> sequences =
                new ArrayList<>(IntStream.range(0, MESSAGES).mapToObj(i -> first + i).toList());
        List<Integer> shuffled = new ArrayList<>(sequences);
        Collections.shuffle(shuffled, new Random(5));
        for (int sequence : shuffled) {
            accept(sequence);
            accept(sequence);
        }
        assertThat(delivered).isEqualTo(sequences);
        assertThat(inOrder.expected()).isEqualTo(first + MESSAGES);
        assertThat(counters.duplicates).isEqualTo(MESSAGES);
        assertThat(counters.early).isPositive();
    }
}
