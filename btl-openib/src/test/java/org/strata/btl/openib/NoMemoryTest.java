package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory that cannot be registered, of every size that a link needs and just does not get: whoever
 * wants to send learns why it never will, even when not one message could be taken.
 */
final class NoMemoryTest {
    private static final int TAG = 0x52;
    private static final int HEADER = 16;

    private final FakeJob job = FakeJob.of(2);
    private final List<String> errors = new ArrayList<>();
    private final List<OpenibBtl> links = new ArrayList<>();
    private long now;
    private final long header = Memory.allocate(Arena.global(), HEADER, 8);

    private OpenibBtl open(long pages) {
        SoftJob soft =
                new SoftJob(
                        SoftConfig.defaults().withRegistration(pages * 4096, SoftConfig.Pin.OFF),
                        Settings.with("connect-timeout", "1"));
        SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
        for (int rank = 0; rank < job.size(); rank++) {
            links.add(
                    (OpenibBtl)
                            soft.component(job.rank(rank), fabric, () -> now, null, new Counters())
                                    .open(
                                            (btl, to, rc, why) -> errors.add(why),
                                            new StringBuilder())
                                    .getFirst());
        }
        return links.getFirst();
    }

    @AfterEach
    void close() {
        links.forEach(OpenibBtl::close);
        job.close();
    }

    @ParameterizedTest
    @CsvSource({"1, false", "1, true", "8, false", "8, true", "25, false", "25, true", "40, false"})
    void whoWantsToSendIsTold(long pages, boolean fragment) {
        OpenibBtl sender = open(pages);
        BtlEndpoint peer = sender.addPeer(job.rank(0).proc(1), new StringBuilder());
        job.progressUntil(
                "the failure",
                () -> {
                    now += 1_000_000;
                    if (errors.isEmpty()) {
                        send(sender, peer, fragment);
                    }
                    return !errors.isEmpty();
                });
        assertThat(errors.getFirst())
                .contains("no memory could be registered")
                .contains("ulimit -l");
        assertThat(sender.sendImmediate(peer, TAG, header, HEADER, null, 0, 0))
                .isEqualTo(Rc.LINK_FAILED);
    }

    private void send(OpenibBtl sender, BtlEndpoint peer, boolean fragment) {
        if (!fragment) {
            sender.sendImmediate(peer, TAG, header, HEADER, null, 0, 0);
            return;
        }
        Descriptor descriptor = sender.alloc(peer, sender.attributes().maxSendSize());
        if (descriptor != null) {
            sender.free(descriptor);
        }
    }
}
