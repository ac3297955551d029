package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.btl.openib.connect.ConnectionState;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

import java.lang.foreign.Arena;

/** A connection breaks while its ring and its queue both have packets that nobody has read. */
final class RingBreakTest implements FaultPlan {
    private static final int TAG = 0x55;
    private static final int MOST_POLLS = 1_000_000;

    private final FakeJob job = FakeJob.of(2);
    private final Arena arena = Arena.ofConfined();
    private final long out = Memory.allocate(arena, 64, 8);
    private final SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, this);
    private final SoftJob soft =
            new SoftJob(SoftConfig.defaults(), Settings.with("eager-rdma-threshold", "1"));
    private final Counters sent = new Counters();
    private final Counters got = new Counters();
    private OpenibBtl sender;
    private OpenibBtl receiver;
    private OpenibEndpoint to;
    private int handled;

    /** RDMA writes up to the one that fails; 0 for none. */
    private int writesLeft;

    /** Runs once, after rank 1 has looked at its ring and queues, before it reads CLOSE. */
    private Runnable meanwhile = () -> {};

    @Override
    public int failure(long context, int qp, int opcode) {
        boolean fails = opcode == WrOpcode.RDMA_WRITE && writesLeft > 0 && --writesLeft == 0;
        return fails ? WcStatus.GENERAL_ERR : WcStatus.SUCCESS;
    }

    @Override
    public boolean failsAfterDelivery(long context, int qp) {
        return true;
    }

    private OpenibBtl open(int rank, Counters counted) {
        return (OpenibBtl)
                soft.component(job.rank(rank), fabric, Clock.SYSTEM, null, counted)
                        .open((btl, peer, rc, why) -> {}, new StringBuilder())
                        .getFirst();
    }

    @AfterEach
    void close() {
        sender.close();
        receiver.close();
        job.close();
        arena.close();
    }

    private int pause() {
        Runnable now = meanwhile;
        meanwhile = () -> {};
        now.run();
        return 0;
    }

    private void sendShort() {
        assertThat(sender.sendShort(to, TAG, 1, 2, null, out, 8)).isEqualTo(Rc.OK);
    }

    private void sendByQueue() {
        var message = sender.alloc(to, 8);
        message.callback = (btl, done, rc) -> btl.free(done);
        assertThat(sender.send(to, message, TAG)).isEqualTo(Rc.OK);
    }

    private static long count(Counters of, String name) {
        return of.read().get("btl_openib_" + name);
    }

    /**
     * The last packet of the ring has arrived, but its sender does not know that. It does not stand
     * for the one by queue, which is not there yet and which nobody will send again.
     */
    @Test
    void aRingPacketDoesNotCountForOneOfTheQueue() {
        job.rank(1).engine().registerLowPriority(this::pause);
        sender = open(0, sent);
        receiver = open(1, got);
        job.rank(1).activeMessages().register(TAG, (btl, peer, tag, at, length) -> handled++);
        to = (OpenibEndpoint) sender.addPeer(job.rank(0).proc(1), new StringBuilder());
        OpenibEndpoint from =
                (OpenibEndpoint) receiver.addPeer(job.rank(1).proc(0), new StringBuilder());
        sendShort();
        job.progressUntil("the ring", () -> count(sent, "fast_out") == 1 && handled == 1);
        job.progressUntil("completions", () -> to.isFlushed() && from.isFlushed());
        meanwhile =
                () -> {
                    writesLeft = 2;
                    sendByQueue();
                    sendShort();
                    sendShort();
                    assertThat(count(sent, "fast_sent")).isEqualTo(2);
                    int polls = 0;
                    while (to.state() == ConnectionState.CONNECTED || !to.drained()) {
                        assertThat(++polls).as("polls for the break").isLessThan(MOST_POLLS);
                        job.rank(0).progress();
                    }
                    job.rank(0).progress();
                };
        job.progressUntil("all messages", () -> handled == 4);
        assertThat(count(got, "fast_rescued")).isEqualTo(2);
        sendShort();
        job.progressUntil("one by the next connection", () -> handled == 5);
    }
}
