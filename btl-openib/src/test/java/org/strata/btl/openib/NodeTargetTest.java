package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.btl.openib.connect.ConnectionMessage.Type;
import org.strata.btl.openib.connect.ConnectionState;
import org.strata.btl.openib.connect.QueueOffer;
import org.strata.verbs.Context;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QpType;
import org.strata.verbs.QueuePair;
import org.strata.verbs.VerbsException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A carrier's end of a lane: the test is the sender, and reports what adapters report. */
final class NodeTargetTest {
    private static final int QUEUES = 2;
    private static final long PATIENCE = 100_000_000L;
    private static final long TIMEOUT = 500_000_000L;

    /** How many targets the adapter makes; the rest is refused. */
    private int room = Integer.MAX_VALUE;

    /** What happens when a target is to be connected. */
    private boolean unable;

    private boolean breaking;

    /** Targets that exist at the adapter. */
    private int existing;

    private final List<ConnectionMessage> said = new ArrayList<>();

    /** Targets that existed when the completion queues were emptied. */
    private final List<Integer> emptied = new ArrayList<>();

    /** Those of the connection that ended last. */
    private QueuePair[] retired = {};

    private NodeCrew crew;
    private LinkParts parts;
    private NodeTarget target;
    private long epoch;

    /** Targets are counted, and fail as told. */
    private QueuePair make(Context adapter, QpInit init) {
        if (init.type() != QpType.XRC_RECV) {
            return adapter.createQp(init);
        }
        if (existing >= room) {
            throw new VerbsException(VerbsException.ENOMEM, "none left");
        }
        existing++;
        return new Target(adapter.createQp(init));
    }

    private final class Target extends WrappedPair {
        Target(QueuePair pair) {
            super(pair);
        }

        @Override
        public void modify(QpAttributes attributes) {
            if (unable && pair.state() == QpState.INIT) {
                if (breaking) {
                    super.modify(QpAttributes.to(QpState.ERR));
                }
                throw new VerbsException(VerbsException.EINVAL, "no way there");
            }
            super.modify(attributes);
        }

        @Override
        public void close() {
            existing--;
            super.close();
        }
    }

    @BeforeEach
    void open() {
        crew =
                new NodeCrew(
                        2,
                        0,
                        OtherPairs.by(this::make),
                        "X,2048,64,48,16,32:X,65536,64,48,16,16",
                        "max-reconnects",
                        "1",
                        "connect-timeout",
                        "0.5");
        NodeCrew.Station carrier = crew.stations.getFirst();
        parts = carrier.btl.parts();
        SilentLink link = new SilentLink(said);
        RetiredPairs.Polls polls =
                new RetiredPairs.Polls() {
                    @Override
                    public void pollEvents() {}

                    @Override
                    public int pollEmpty() {
                        emptied.add(existing);
                        return 0;
                    }
                };
        target = new NodeTarget(link, parts, polls, crew.job.rank(0).proc(1), 0, 0);
    }

    @AfterEach
    void close() {
        target.shutDown();
        crew.close();
    }

    // ---- what the sender says

    private ConnectionMessage word(Type type, boolean broken, int offers) {
        QueueOffer offer = new QueueOffer(77, 0, 0, 0, 0, 0, 0);
        long ours = said.isEmpty() ? 0 : said.getLast().epoch();
        return new ConnectionMessage(
                type,
                0,
                0,
                epoch,
                type == Type.REQUEST ? 0 : ours,
                0,
                broken,
                false,
                parts.port().address(),
                Collections.nCopies(offers, offer),
                "");
    }

    private void ask(int offers) {
        epoch++;
        target.onMessage(word(Type.REQUEST, false, offers));
    }

    private void connect() {
        ask(QUEUES);
        assertThat(said.getLast().type()).isEqualTo(Type.REPLY);
        target.onMessage(word(Type.ACK, false, 0));
        assertThat(target.state()).isEqualTo(ConnectionState.CONNECTED);
    }

    private void end(boolean broken) {
        target.onMessage(word(Type.CLOSE, broken, 0));
        assertThat(target.state()).isEqualTo(ConnectionState.CLOSED);
    }

    private List<Type> types() {
        return said.stream().map(ConnectionMessage::type).toList();
    }

    private long breaks() {
        return crew.stations.getFirst().count("breaks");
    }

    private int live() {
        return parts.budget().live();
    }

    // ---- offers

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void anotherNumberOfQueuesIsRefusedWithTheReason(int offers) {
        ask(offers);
        assertThat(said.getFirst().type()).isEqualTo(Type.REJECT);
        assertThat(said.getFirst().text())
                .contains("the peer has " + offers + " receive queues and this process 2");
        assertThat(target.state()).isEqualTo(ConnectionState.FAILED);
        assertThat(target.pairs()).isEmpty();
    }

    @Test
    void targetsThatCannotBeConnectedAreRefusedWithTheReason() {
        unable = true;
        ask(QUEUES);
        assertThat(said.getFirst().text()).isEqualTo("no way there");
        assertThat(target.state()).isEqualTo(ConnectionState.FAILED);
    }

    /** The sender may ask again: with an empty text the refusal is none for good. */
    @Test
    void targetsThatBreakBeforeTheyAreConnectedGoAtOnce() {
        unable = true;
        breaking = true;
        ask(QUEUES);
        assertThat(types()).containsExactly(Type.REJECT);
        assertThat(said.getFirst().text()).isEmpty();
        assertThat(target.targets() + existing + live()).isZero();
        unable = false;
        connect();
        assertThat(live()).isEqualTo(QUEUES);
    }

    // ---- refusals

    /** One target of two is made, and destroyed; the sender waits, and is refused in the end. */
    @Test
    void anAdapterWithoutTargetsForTooLongIsTheReason() {
        room = 1;
        ask(QUEUES);
        assertThat(said).as("it may get them yet").isEmpty();
        assertThat(existing + live()).isZero();
        long waited = refuse();
        assertThat(waited).isGreaterThan(TIMEOUT);
        assertThat(said.getFirst().type()).isEqualTo(Type.REJECT);
        assertThat(said.getFirst().text()).isEqualTo("none left");
        assertThat(target.state()).isEqualTo(ConnectionState.FAILED);
        assertThat(existing + live()).isZero();
    }

    /** Polls until it says something; returns the nanoseconds that it waited for. */
    private long refuse() {
        long before = parts.clock().nanoTime();
        while (said.isEmpty()) {
            assertThat(target.nanosToRetry()).isLessThan(TIMEOUT);
            assertThat(target.needsService()).isTrue();
            crew.step();
            target.service();
            assertThat(parts.clock().nanoTime() - before).isLessThan(2 * TIMEOUT);
        }
        return parts.clock().nanoTime() - before;
    }

    /** Two refusals with a connection in between: each has its own time. */
    @Test
    void whatWasRefusedOnceMayBeRefusedLater() {
        room = 0;
        ask(QUEUES);
        room = QUEUES;
        crew.step();
        crew.until("targets", () -> target.service() > 0);
        assertThat(said.getLast().type()).isEqualTo(Type.REPLY);
        target.onMessage(word(Type.ACK, false, 0));
        end(false);
        report();
        long before = parts.clock().nanoTime();
        crew.until("time", () -> parts.clock().nanoTime() - before > 2 * TIMEOUT);
        room = 0;
        said.clear();
        ask(QUEUES);
        assertThat(said).as("it may get them yet").isEmpty();
    }

    // ---- breaks

    /** The adapter reports each of the targets; the lane has broken once. */
    @Test
    void aBreakIsCountedOnceAndMadeAnew() {
        connect();
        target.onBreak("a test");
        target.onBreak("the other target");
        assertThat(target.needsService()).isTrue();
        target.service();
        target.onBreak("while it ends");
        target.service();
        assertThat(breaks()).isEqualTo(1);
        assertThat(said.getLast().type()).isEqualTo(Type.CLOSE);
        assertThat(said.getLast().broken()).isTrue();
        assertThat(target.isBroken()).as("nothing comes any more").isTrue();
        end(true);
        connect();
        assertThat(said.getLast().broken()).isFalse();
    }

    @Test
    void tooManyBreaksAreTheEndOfTheLane() {
        connect();
        target.onBreak("the first");
        target.service();
        end(true);
        connect();
        target.onBreak("the second");
        target.onBreak("what follows from it");
        target.service();
        assertThat(target.state()).isEqualTo(ConnectionState.FAILED);
        assertThat(said.getLast().type()).isEqualTo(Type.REJECT);
        assertThat(said.getLast().text()).contains("the second");
    }

    /** The sender has seen the break first: the next connection has none. */
    @Test
    void aBreakOfAnEndedConnectionIsForgotten() {
        connect();
        target.onBreak("a test");
        end(true);
        connect();
        target.service();
        assertThat(target.state()).isEqualTo(ConnectionState.CONNECTED);
        assertThat(breaks()).isZero();
    }

    // ---- the end

    private void report() {
        for (QueuePair each : retired) {
            target.onLastReceive(each.number());
        }
        target.service();
    }

    private void retire() {
        connect();
        retired = target.pairs();
        end(false);
    }

    @Test
    void targetsGoWhenTheAdapterHasReportedEachOfThem() {
        retire();
        assertThat(retired).allSatisfy(each -> assertThat(each.state()).isEqualTo(QpState.ERR));
        target.service();
        target.onLastReceive(retired[0].number());
        target.onLastReceive(retired[0].number());
        target.service();
        assertThat(target.targets()).isEqualTo(QUEUES);
        assertThat(emptied).isEmpty();
        target.onLastReceive(retired[1].number());
        assertThat(target.service()).isPositive();
        assertThat(target.targets() + existing + live()).isZero();
        assertThat(emptied).as("before they are destroyed").containsExactly(QUEUES);
        assertThat(target.needsService()).isFalse();
        assertThat(target.nanosToRetry()).isEqualTo(Long.MAX_VALUE);
    }

    /** A dead adapter reports nothing. */
    @Test
    void targetsGoAfterAWhileWithoutAReport() {
        retire();
        long before = parts.clock().nanoTime();
        assertThat(target.nanosToRetry()).isEqualTo(PATIENCE);
        while (target.targets() > 0) {
            assertThat(target.needsService()).isTrue();
            long passed = parts.clock().nanoTime() - before;
            assertThat(passed).isLessThan(PATIENCE);
            assertThat(target.nanosToRetry()).isEqualTo(PATIENCE - passed);
            crew.step();
            target.service();
        }
        assertThat(parts.clock().nanoTime() - before).isGreaterThanOrEqualTo(PATIENCE);
        assertThat(existing + live()).isZero();
    }

    /** The sender connects anew before the former targets are destroyed. */
    @Test
    void reportsAreOfTheTargetsThatTheyName() {
        retire();
        QueuePair[] first = retired;
        retire();
        assertThat(target.targets()).isEqualTo(2 * QUEUES);
        report();
        assertThat(target.targets()).isEqualTo(QUEUES);
        assertThat(existing).isEqualTo(QUEUES);
        retired = first;
        report();
        assertThat(target.targets() + existing + live()).isZero();
    }

    @Test
    void theEndOfTheLinkDestroysAll() {
        retire();
        connect();
        assertThat(existing).isEqualTo(2 * QUEUES);
        target.shutDown();
        assertThat(target.targets() + existing + live()).isZero();
    }
}
