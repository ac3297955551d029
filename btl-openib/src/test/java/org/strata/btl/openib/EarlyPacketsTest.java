package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

import java.lang.foreign.Arena;

/**
 * One message is late, as when another queue pair stalls. Those behind it are kept; the sender gets
 * no credits for them before they are delivered.
 */
final class EarlyPacketsTest {
    private static final int TAG = 0x55;
    private static final int HEADER = 16;
    private static final int LATE = 40;
    private static final int MESSAGES = 500;

    private final FakeJob job = FakeJob.of(2);
    private final Counters counters = new Counters();
    private final long header = Memory.allocate(Arena.global(), HEADER, 8);
    private final long packet = Memory.allocate(Arena.global(), PacketHeader.BYTES, 8);
    private OpenibBtl sender;
    private OpenibBtl receiver;
    private int received;

    private OpenibBtl open(SoftJob soft, int rank, SoftFabric fabric, Counters counted) {
        return (OpenibBtl)
                soft.component(job.rank(rank), fabric, Clock.SYSTEM, null, counted)
                        .open((btl, to, rc, why) -> {}, new StringBuilder())
                        .getFirst();
    }

    private void open(boolean shared) {
        SoftJob soft =
                new SoftJob(SoftConfig.defaults(), Settings.withoutRings("use-srq", "" + shared));
        SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
        sender = open(soft, 0, fabric, new Counters());
        receiver = open(soft, 1, fabric, counters);
        job.rank(1).activeMessages().register(TAG, (btl, from, tag, address, length) -> received++);
    }

    @AfterEach
    void close() {
        sender.close();
        receiver.close();
        job.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void creditsBoundWhatIsKept(boolean shared) {
        open(shared);
        OpenibEndpoint to =
                (OpenibEndpoint) sender.addPeer(job.rank(0).proc(1), new StringBuilder());
        OpenibEndpoint from =
                (OpenibEndpoint) receiver.addPeer(job.rank(1).proc(0), new StringBuilder());
        assertThat(send(to)).isEqualTo(Rc.OK);
        job.progressUntil("the first", () -> received == 1 && to.isFlushed());
        to.numberFrom(LATE + 1);
        from.numberFrom(LATE);
        int sent = 0;
        for (int i = 0; i < MESSAGES; i++) {
            if (send(to) == Rc.OK) {
                sent++;
            }
            job.progressTimes(3);
        }
        int credits =
                Math.max(from.channels()[0].offer(), shared ? 1 : Settings.with().queues().num());
        assertThat(received).isEqualTo(1);
        assertThat(kept()).isPositive().isLessThanOrEqualTo(credits);
        PacketHeader.write(packet, TAG, PacketHeader.DATA, 0, LATE, 0);
        from.received(null, packet, PacketHeader.BYTES);
        from.afterReceived();
        int all = sent + 2;
        job.progressUntil("all", () -> received == all && to.isFlushed());
    }

    private int send(OpenibEndpoint to) {
        return sender.sendImmediate(to, TAG, header, HEADER, null, 0, 0);
    }

    private long kept() {
        return counters.read().get("btl_openib_early");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 65, 4096, 12304})
    void whatIsKeptTakesRoomOfItsOwnSize(int bytes) {
        open(true);
        HeldMessage kept = receiver.parts().held.acquire(bytes);
        assertThat(kept.room).isBetween(bytes, Math.max(64, 2 * bytes));
        receiver.parts().held.release(kept);
        assertThat(receiver.parts().held.acquire(bytes)).isSameAs(kept);
    }
}
