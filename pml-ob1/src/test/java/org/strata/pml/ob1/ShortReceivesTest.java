package org.strata.pml.ob1;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.btl.Btl;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.TrafficVisitor.Traffic;
import org.strata.opal.progress.IdlePolicy;
import org.strata.pml.base.match.MatchHeader;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.NativeBuffers;

import java.util.ArrayList;
import java.util.List;

/** Blocking receives of short messages that the link itself stores. */
class ShortReceivesTest {
    private static final int BYTES = 40;
    private static final int TAG = 7;

    /** Looks at the link while a wait is hot. */
    private static final int LOOKS = 5;

    private final ScriptedRank ob1 =
            new ScriptedRank(Ob1Config.defaults(), FakeBtlConfig.SEND_ONLY);
    private final ScriptedLink link = ob1.link;
    private final long target = ob1.memory.allocate(BYTES);

    @BeforeEach
    void beHot() {
        int rounds = LOOKS * 16;
        ob1.rank
                .engine()
                .setIdlePolicy(new IdlePolicy(rounds, 0, true).withBeginning(rounds, true));
    }

    @AfterEach
    void close() {
        ob1.close();
    }

    private int receive(int tag) {
        return ob1.pml.receiveShort(null, target, BYTES, ScriptedRank.PEER, tag, ob1.world);
    }

    /** The peer's next message is where the link finds it, and no handler sees it. */
    private void shortMessage(int bytes, long seed) {
        link.arrived =
                new ScriptedLink.ShortMessage(
                        ob1.world.identity(),
                        MatchHeader.second(TAG, ob1.messages++),
                        ob1.memory.pattern(bytes, seed),
                        bytes);
    }

    private List<Traffic> traffic() {
        List<Traffic> all = new ArrayList<>();
        ob1.pml.traffic((comm, peer, exchanged) -> all.add(exchanged));
        return all;
    }

    /** Each is counted, and makes the next number the one that is expected. */
    @Test
    void messagesAreReceivedInOrderAndCounted() {
        for (int i = 0; i < 3; i++) {
            shortMessage(BYTES - i, i);
            assertThat(receive(TAG)).isEqualTo(BYTES - i);
            NativeBuffers.verify("message", target, BYTES - i, i);
        }
        assertThat(traffic()).containsExactly(new Traffic(0, 0, 3, 3 * BYTES - 3));
        assertThat(link.looks).isEqualTo(3);
        ob1.match(TAG, BYTES, 9);
        PmlRequest next = ob1.receive(target, BYTES, ScriptedRank.PEER, TAG);
        assertThat(next.isDone()).as("the next in the general way").isTrue();
        NativeBuffers.verify("message", target, BYTES, 9);
    }

    @Test
    void aMessageThatComesWhileTheWaitIsHotIsReceived() {
        link.onLook =
                () -> {
                    if (link.looks == LOOKS) {
                        shortMessage(BYTES, 1);
                    }
                };
        assertThat(receive(TAG)).isEqualTo(BYTES);
        assertThat(link.looks).isEqualTo(LOOKS);
    }

    /** Whoever goes on to wait for a message does so in the general way. */
    @ParameterizedTest
    @ValueSource(ints = {Btl.NOTHING, Btl.OTHER})
    void aMessageThatDidNotComeIsNotLookedForAgain(int nothing) {
        shortMessage(BYTES, 0);
        assertThat(receive(TAG)).isEqualTo(BYTES);
        link.looks = 0;
        link.nothing = nothing;
        int looks = nothing == Btl.NOTHING ? LOOKS : 1;
        assertThat(receive(TAG)).isEqualTo(Pml.NOT_RECEIVED);
        assertThat(link.looks).isEqualTo(looks);
        assertThat(receive(TAG)).isEqualTo(Pml.NOT_RECEIVED);
        assertThat(link.looks).isEqualTo(looks);
        assertThat(traffic()).containsExactly(new Traffic(0, 0, 1, BYTES));
        ob1.match(TAG, BYTES, 1);
        ob1.receive(target, BYTES, ScriptedRank.PEER, TAG).release();
        shortMessage(BYTES, 2);
        assertThat(receive(TAG)).as("the one after it").isEqualTo(BYTES);
        NativeBuffers.verify("message", target, BYTES, 2);
    }

    /** What a poll of everything has handled may be the message, or one that goes before it. */
    @Test
    void theWaitEndsWithAnythingElseThatHappens() {
        ob1.rank.engine().register(() -> link.looks == 2 ? 1 : 0);
        assertThat(receive(TAG)).isEqualTo(Pml.NOT_RECEIVED);
        assertThat(link.looks).isEqualTo(2);
    }

    @Test
    void aLongerMessageIsLeftToTheGeneralWay() {
        shortMessage(BYTES + 1, 1);
        NativeBuffers.fill(target, BYTES, 5);
        assertThat(receive(TAG)).isEqualTo(Pml.NOT_RECEIVED);
        NativeBuffers.verify("buffer", target, BYTES, 5);
    }

    /** Where the next message may belong to another receive, or may not be the wanted one. */
    @Test
    void theLinkIsAskedForTheNextMessageOnly() {
        assertThat(receive(Pml.ANY_TAG)).isEqualTo(Pml.NOT_RECEIVED);
        PmlRequest older = ob1.receive(target, BYTES, Pml.ANY_SOURCE, TAG);
        assertThat(receive(TAG)).isEqualTo(Pml.NOT_RECEIVED);
        ob1.match(TAG, BYTES, 1);
        assertThat(older.isDone()).isTrue();
        ob1.match(TAG, BYTES, 2);
        assertThat(receive(TAG)).as("one is kept").isEqualTo(Pml.NOT_RECEIVED);
        assertThat(link.looks).isZero();
    }

    /** A wait that is never hot looks at nothing, nor does one beside other threads. */
    @Test
    void aColdWaitAsksNobody() {
        ob1.rank.engine().setThreadMultiple(true);
        assertThat(receive(TAG)).isEqualTo(Pml.NOT_RECEIVED);
        ob1.rank.engine().setThreadMultiple(false);
        ob1.rank.engine().setIdlePolicy(new IdlePolicy(15, 0, true).withBeginning(15, true));
        assertThat(receive(TAG)).isEqualTo(Pml.NOT_RECEIVED);
        assertThat(link.looks).isZero();
    }
}
