package org.strata.pml.tupleq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The transitions of both directions: each row of docs/protocol/tupleq.md, and no others. */
final class ModesTest {
    private static final long FIRST = 41;

    private static final Map<InMode, Set<InMode>> INCOMING =
            Map.of(
                    InMode.TUPLE, EnumSet.of(InMode.CHANGING, InMode.PLAIN),
                    InMode.CHANGING, EnumSet.of(InMode.PLAIN),
                    InMode.PLAIN, EnumSet.of(InMode.TUPLE, InMode.RETURNING),
                    InMode.RETURNING, EnumSet.of(InMode.TUPLE, InMode.PLAIN));

    private static final Map<OutMode, OutMode> OUTGOING =
            Map.of(
                    OutMode.TUPLE, OutMode.CHANGING,
                    OutMode.CHANGING, OutMode.PLAIN,
                    OutMode.PLAIN, OutMode.TUPLE);

    private final TwoRanks ranks = new TwoRanks();

    @ParameterizedTest
    @EnumSource
    void incomingPairsChangeByTheTable(InMode from) {
        for (InMode next : InMode.values()) {
            IncomingPair in = ranks.incoming(from, FIRST);
            if (INCOMING.get(from).contains(next)) {
                in.become(next);
                assertThat(in.mode()).isEqualTo(next);
            } else {
                assertThatThrownBy(() -> in.become(next))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining(from + ", not to be " + next);
                assertThat(in.mode()).isEqualTo(from);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void outgoingPairsChangeByTheTable(OutMode from) {
        for (OutMode next : OutMode.values()) {
            OutgoingPair out = ranks.outgoing(from, FIRST);
            if (OUTGOING.get(from) == next) {
                out.become(next);
                assertThat(out.mode()).isEqualTo(next);
            } else {
                assertThatThrownBy(() -> out.become(next))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining(from + ", not to be " + next);
                assertThat(out.mode()).isEqualTo(from);
            }
        }
    }

    @Test
    void aChangeCountsForItsCommunicator() {
        IncomingPair in = ranks.incoming(InMode.TUPLE, FIRST);
        in.become(InMode.CHANGING);
        assertThat(in.comm.changing).isEqualTo(1);
        assertThat(in.comm.counters.fallbacks).isEqualTo(1);
        assertThat(in.epoch()).as("the peer does not know of it").isEqualTo(FIRST);
        in.become(InMode.PLAIN);
        assertThat(in.comm.changing).isZero();
        assertThat(in.epoch()).isEqualTo(FIRST + 1);
    }

    @Test
    void aPairWithoutQueuesLeavesThemWithoutAnEpoch() {
        IncomingPair in = ranks.incoming(InMode.TUPLE, FIRST);
        in.become(InMode.PLAIN);
        assertThat(in.comm.counters.fallbacks).isZero();
        assertThat(in.epoch()).isEqualTo(FIRST);
        in.become(InMode.TUPLE);
        assertThat(in.comm.counters.returns).as("the peer was never told").isZero();
    }

    @Test
    void aQuestionEndsWithAReturnOrANewEpoch() {
        IncomingPair agreed = ranks.incoming(InMode.RETURNING, FIRST);
        agreed.become(InMode.TUPLE);
        assertThat(agreed.comm.counters.returns).isEqualTo(1);
        assertThat(agreed.epoch()).isEqualTo(FIRST);
        IncomingPair withdrawn = ranks.incoming(InMode.RETURNING, FIRST);
        withdrawn.become(InMode.PLAIN);
        assertThat(withdrawn.comm.counters.returns).isZero();
        assertThat(withdrawn.epoch()).isEqualTo(FIRST + 1);
    }
}
