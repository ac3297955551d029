package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.testkit.NativeBuffers;
import org.strata.verbs.soft.SeededFaults;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

import java.util.ArrayList;
import java.util.List;

/**
 * Requests fail before and after they have taken place, and so break connections: an addition whose
 * result came has taken place once; one of unknown outcome once or not at all; a read always ends
 * well.
 */
final class AtomicBreaksTest {
    private static final SeededFaults.Rates RATES =
            new SeededFaults.Rates(0.2, 0.05, 0.05, 0.05, 0.05, 0, 50_000);
    private static final int ROUNDS = 400;

    private final NativeBuffers memory = new NativeBuffers();
    private final FakeJob job = FakeJob.of(2);
    private final SoftFabric fabric =
            SoftFabric.inProcess(Clock.SYSTEM, new SeededFaults(0x17, RATES));
    private final SoftJob adapters =
            new SoftJob(
                    SoftConfig.defaults(),
                    Settings.with("max-reconnects", "100000", "ib-timeout", "4"));
    private final List<OpenibBtl> links = new ArrayList<>();
    private int under;
    private long known;
    private long unknown;

    private OpenibBtl open(int rank) {
        Btl link =
                adapters.component(job.rank(rank), fabric, Clock.SYSTEM, null, new Counters())
                        .open((btl, to, rc, why) -> {}, new StringBuilder())
                        .getFirst();
        links.add((OpenibBtl) link);
        return (OpenibBtl) link;
    }

    private void ended(long operand, int rc) {
        under--;
        if (rc == Rc.OK) {
            known += operand;
        } else {
            assertThat(Rc.name(rc)).isEqualTo("OUTCOME_UNKNOWN");
            assertThat(operand).as("additions of 0 are repeated").isPositive();
            unknown += operand;
        }
    }

    @Test
    void noAdditionTakesPlaceTwice() {
        OpenibBtl origin = open(0);
        OpenibBtl owner = open(1);
        BtlEndpoint to = origin.addPeer(job.rank(0).proc(1), new StringBuilder());
        BtlEndpoint back = owner.addPeer(job.rank(1).proc(0), new StringBuilder());
        long word = memory.allocate(Long.BYTES);
        long cell = memory.allocate(Long.BYTES);
        long handle = memory.allocate(Long.BYTES);
        int access = Registration.LOCAL_WRITE | Registration.REMOTE_ATOMIC;
        Registration exposed = owner.register(back, word, Long.BYTES, access);
        Registration own = origin.register(to, cell, Long.BYTES, Registration.LOCAL_WRITE);
        owner.writeHandle(exposed, word, handle);
        for (int i = 0; i < ROUNDS; i++) {
            long operand = i % 4;
            job.progressUntil(
                    "room",
                    () ->
                            origin.fetchAdd(
                                            to,
                                            cell,
                                            own,
                                            word,
                                            handle,
                                            operand,
                                            (e, n, rc) -> ended(operand, rc))
                                    == Rc.OK);
            under++;
        }
        job.progressUntil("all", () -> under == 0);
        assertThat(origin.counters.breaks).isPositive();
        assertThat(unknown).isPositive();
        assertThat(Memory.getLong(word)).isBetween(known, known + unknown);
        origin.deregister(own);
        owner.deregister(exposed);
        links.forEach(Btl::close);
        memory.close();
        job.close();
    }
}
