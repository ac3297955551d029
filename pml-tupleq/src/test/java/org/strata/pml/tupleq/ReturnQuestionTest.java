package org.strata.pml.tupleq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.pml.tupleq.Control.Kind;

import java.util.List;

/** When the receiver asks for queues again, and what each answer does. */
final class ReturnQuestionTest {
    private final TwoRanks ranks = new TwoRanks();
    private final IncomingPair in = ranks.incoming(InMode.CHANGING, 0);
    private final TupleComm comm = in.comm;
    private final Control control = ranks.controls.get(TwoRanks.RECEIVER);
    private final Pml below = ranks.below.get(TwoRanks.RECEIVER);
    private final BelowReceives receives =
            new BelowReceives(
                    TwoRanks.config(2, 2),
                    below,
                    new Delegates(),
                    new TuplePeers(TwoRanks.config(2, 2), null, null, control, 1, notice -> {}),
                    new StandIns(null, ranks.counters));
    private final ReturnQuestion question =
            new ReturnQuestion(below, control, comm.counters, receives);

    @BeforeEach
    void begin() {
        comm.changing = 1;
        comm.add(in, ranks.outgoing(OutMode.TUPLE, 0));
        in.become(InMode.PLAIN);
        in.toldPlain = true;
    }

    @AfterEach
    void close() {
        ranks.close();
    }

    /** A receive from the peer has been matched below. */
    private void matched() {
        receives.begin(comm, TwoRanks.SENDER);
        receives.end(comm, TwoRanks.SENDER, TwoRanks.SENDER, Rc.OK, false);
    }

    private List<Control.Message> asked() {
        return ranks.controls(TwoRanks.SENDER).stream()
                .filter(m -> m.kind() == Kind.TUPLE)
                .toList();
    }

    @Test
    void thePeerIsAskedWhenNoReceiveIsBelow() {
        receives.begin(comm, TwoRanks.SENDER);
        matched();
        question.progress();
        assertThat(asked()).as("one receive is posted below").isEmpty();
        receives.end(comm, TwoRanks.SENDER, TwoRanks.SENDER, Rc.OK, false);
        question.progress();
        assertThat(in.mode()).isEqualTo(InMode.RETURNING);
        assertThat(asked())
                .singleElement()
                .satisfies(m -> assertThat(m.epoch()).isEqualTo(in.epoch()))
                .satisfies(m -> assertThat(m.number()).as("messages matched").isEqualTo(2));
    }

    @Test
    void aWildcardBelowKeepsThePairThere() {
        receives.begin(comm, Pml.ANY_SOURCE);
        matched();
        question.progress();
        assertThat(in.mode()).isEqualTo(InMode.PLAIN);
        receives.end(comm, Pml.ANY_SOURCE, TwoRanks.SENDER, Rc.OK, false);
        question.progress();
        assertThat(in.mode()).isEqualTo(InMode.RETURNING);
    }

    @Test
    void aPeerThatWasNeverToldIsNotAsked() {
        in.toldPlain = false;
        matched();
        question.progress();
        assertThat(in.mode()).isEqualTo(InMode.TUPLE);
        assertThat(asked()).isEmpty();
    }

    @Test
    void anAnswerOfTheEpochReturnsThePair() {
        matched();
        question.progress();
        assertThat(question.onAgreed(in, in.epoch())).isTrue();
        assertThat(in.mode()).isEqualTo(InMode.TUPLE);
        assertThat(in.toldPlain).isFalse();
        assertThat(comm.counters.returns).isEqualTo(1);
    }

    @Test
    void anAnswerAfterTheEpochIsTooLate() {
        matched();
        question.progress();
        long epoch = in.epoch();
        question.withdraw(in);
        assertThat(in.epoch()).isEqualTo(epoch + 1);
        assertThat(question.onAgreed(in, epoch)).isFalse();
        assertThat(in.mode()).isEqualTo(InMode.PLAIN);
    }

    @Test
    void eachRefusalLeavesOutTwiceAsManyOccasions() {
        for (int skipped : new int[] {2, 4, 8}) {
            matched();
            question.progress();
            assertThat(in.mode()).isEqualTo(InMode.RETURNING);
            question.onRefused(in);
            assertThat(in.mode()).isEqualTo(InMode.PLAIN);
            for (int i = 0; i < skipped; i++) {
                matched();
                question.progress();
                assertThat(in.mode()).as("occasion %d of %d", i, skipped).isEqualTo(InMode.PLAIN);
            }
        }
        assertThat(comm.counters.refused).isEqualTo(3);
    }

    @Test
    void aMessageBelowEndsTheQuestion() {
        matched();
        question.progress();
        ranks.below
                .get(TwoRanks.SENDER)
                .isend(
                        ranks.buf(1),
                        TwoRanks.RECEIVER,
                        3,
                        SendMode.STANDARD,
                        ranks.context(TwoRanks.SENDER));
        question.progress();
        assertThat(in.mode()).isEqualTo(InMode.PLAIN);
    }
}
