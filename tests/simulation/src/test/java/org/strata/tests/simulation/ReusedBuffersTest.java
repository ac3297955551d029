package org.strata.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.bml.r2.R2Bml;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.pml.ob1.Ob1Component;
import org.strata.pml.ob1.Ob1Config;
import org.strata.testkit.FakeBtlComponent;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.FakeWire;
import org.strata.tests.simulation.RecordedLinks.What;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The protocols that nobody has chosen, over links with registered memory: a short message is read
 * by RDMA only where both sides' registrations exist, and nothing is registered for it alone.
 */
class ReusedBuffersTest {
    private static final int SHORT = 20_000;
    private static final int LONG = 90_000;
    private static final int MIN_PIPELINE = 30_000;

    private final Arena arena = Arena.ofConfined();
    private final FakeJob job = FakeJob.of(2);
    private final List<Pml> pmls = new ArrayList<>();
    private final List<CommContext> worlds = new ArrayList<>();
    private final RecordedLinks record = new RecordedLinks();

    ReusedBuffersTest() {
        BtlAttributes attributes =
                new BtlAttributes(
                        "link",
                        1024,
                        FakeBtlConfig.REGISTERED_RDMA,
                        512,
                        512,
                        2048,
                        5000,
                        8192,
                        MIN_PIPELINE,
                        10,
                        1000);
        FakeWire wire = new FakeWire(2, FakeBtlConfig.of(0).with(attributes));
        for (FakeRank rank : job.ranks()) {
            var links = record.around(rank, List.of(new FakeBtlComponent(wire, rank)));
            Pml pml =
                    new Ob1Component(
                                    Ob1Config.defaults(),
                                    new R2Bml(links, rank.proc(rank.rank())),
                                    rank.activeMessages(),
                                    rank.engine(),
                                    new Counters(),
                                    null,
                                    Clock.SYSTEM)
                            .pml();
            pml.open();
            Proc[] peers = rank.procs().toArray(new Proc[0]);
            CommContext world = new CommContext(0, rank.rank(), peers, rank.rank());
            pml.addComm(world);
            pmls.add(pml);
            worlds.add(world);
        }
    }

    @AfterEach
    void close() {
        pmls.forEach(Pml::close);
        job.close();
        arena.close();
    }

    private Set<What> kindsOfTransfer(int bytes, boolean senderWorth, boolean receiverWorth) {
        record.worth[0] = senderWorth;
        record.worth[1] = receiverWorth;
        long source = arena.allocate(bytes, 8).address();
        long target = arena.allocate(bytes, 8).address();
        for (int i = 0; i < bytes; i++) {
            Memory.putByte(source + i, (byte) (i * 7 + 1));
        }
        Buf from = new Buf(null, source, bytes, DataLayouts.BYTE);
        Buf to = new Buf(null, target, bytes, DataLayouts.BYTE);
        PmlRequest receive = pmls.get(1).ireceive(to, 0, 1, worlds.get(1));
        PmlRequest send = pmls.get(0).isend(from, 1, 1, SendMode.STANDARD, worlds.get(0));
        job.progressUntil("the message", () -> receive.isDone() && send.isDone());
        assertThat(receive.error).isEqualTo(Rc.OK);
        for (int i = 0; i < bytes; i++) {
            assertThat(Memory.getByte(target + i)).isEqualTo((byte) (i * 7 + 1));
        }
        receive.release();
        send.release();
        job.progressUntil(
                "deregistration",
                () -> record.all(What.REGISTER).size() == record.all(What.DEREGISTER).size());
        return record.steps.stream().map(RecordedLinks.Step::what).collect(Collectors.toSet());
    }

    @Test
    void aShortMessageRegistersNothing() {
        assertThat(kindsOfTransfer(SHORT, false, false))
                .containsExactlyInAnyOrder(What.RNDV, What.ACK, What.FRAG);
    }

    /** What the receiver has registered the sender cannot know: it sends fragments. */
    @Test
    void theSendersRegistrationDecidesFirst() {
        assertThat(kindsOfTransfer(SHORT, false, true))
                .containsExactlyInAnyOrder(What.RNDV, What.ACK, What.FRAG);
    }

    @Test
    void aShortMessageIsReadWhereBothSidesAreRegistered() {
        assertThat(kindsOfTransfer(SHORT, true, true))
                .containsExactlyInAnyOrder(
                        What.RGET, What.READ, What.FIN, What.REGISTER, What.DEREGISTER);
        assertThat(record.kept).hasSameSizeAs(record.all(What.REGISTER));
    }

    @Test
    void aReceiverWithoutARegistrationAsksForFragments() {
        assertThat(kindsOfTransfer(SHORT, true, false))
                .containsExactlyInAnyOrder(
                        What.RGET, What.ACK, What.FRAG, What.REGISTER, What.DEREGISTER);
        assertThat(record.all(What.REGISTER)).allMatch(step -> step.rank() == 0);
    }

    /** The receiver of a long message registers its memory rather than have 90,000 bytes copied. */
    @Test
    void aLongMessageIsReadWhereTheSenderIsRegistered() {
        assertThat(kindsOfTransfer(LONG, true, false))
                .contains(What.RGET, What.READ, What.FIN)
                .doesNotContain(What.FRAG);
    }

    @Test
    void aLongMessageFromMemoryThatIsNotRegisteredIsPipelined() {
        assertThat(kindsOfTransfer(LONG, false, true))
                .contains(What.RNDV, What.PUT, What.WRITE)
                .doesNotContain(What.RGET);
        assertThat(record.kept).isEmpty();
    }
}
