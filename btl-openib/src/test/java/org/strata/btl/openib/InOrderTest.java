package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.counters.Counters;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Packets in any order, some of them twice: each message is delivered once and in its turn. */
final class InOrderTest {
    private static final int TAG = 0x53;
    private static final int MESSAGES = 64;
    private static final int PAYLOAD = Integer.BYTES;

    private final FakeJob job = FakeJob.of(2);
    private final Counters counters = new Counters();
    private final SoftJob soft = new SoftJob(SoftConfig.defaults(), Settings.with());
    private final OpenibBtl btl = open(0, counters);
    private final OpenibBtl other = open(1, new Counters());
    private final OpenibEndpoint endpoint =
            (OpenibEndpoint) btl.addPeer(job.rank(0).proc(1), new StringBuilder());
    private final InOrder inOrder = new InOrder(btl, endpoint);
    private final long packet = Memory.allocate(Arena.global(), PacketHeader.BYTES + PAYLOAD, 8);
    private final List<Integer> delivered = new ArrayList<>();

    private OpenibBtl open(int rank, Counters counted) {
        SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
        return (OpenibBtl)
                soft.component(job.rank(rank), fabric, Clock.SYSTEM, null, counted)
                        .open((link, to, rc, why) -> {}, new StringBuilder())
                        .getFirst();
    }

    @AfterEach
    void close() {
        inOrder.close();
        btl.close();
        other.close();
        job.close();
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
        job.rank(0)
                .activeMessages()
                .register(TAG, (from, peer, tag, at, length) -> delivered.add(Memory.getInt(at)));
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
        assertThat(counters.read()).containsEntry("btl_openib_duplicates", (long) MESSAGES);
    }
}
