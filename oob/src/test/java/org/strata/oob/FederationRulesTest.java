package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.embedded.EmbeddedChannel;

import org.junit.jupiter.api.Test;
import org.strata.mca.proc.Proc;
import org.strata.oob.Modex.CardWaiter;
import org.strata.oob.client.Handshakes;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.frame.FrameWriter;
import org.strata.oob.link.FrameDecoder;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** What the mpiruns of other jobs may send: of their own processes, to those that there are. */
class FederationRulesTest {
    private static final int BASE = 3 * Proc.JOB_SPAN;

    private final RankStateTest.TestConnection events = new RankStateTest.TestConnection();
    private final Switchboard switchboard = new Switchboard(Handshakes.MAP, events, Runnable::run);
    private final FrameDecoder decoder = new FrameDecoder();
    private final FederationLink link =
            new FederationLink(switchboard, events, TestJob.secret(), decoder, 1000);
    private final EmbeddedChannel toServer = new EmbeddedChannel(decoder, link);
    private final FederationPort port = new FederationPort(switchboard);
    private final List<FrameReader> atRankOne = new ArrayList<>();

    private void fromServer(FrameWriter frame) {
        link.handle(Handshakes.reader(frame));
    }

    private static byte[] content(FrameWriter frame) {
        ByteBuffer bytes = frame.end();
        byte[] content = new byte[bytes.remaining() - Frame.LENGTH_BYTES];
        bytes.get(bytes.position() + Frame.LENGTH_BYTES, content);
        return content;
    }

    private static FrameWriter relayed(int number, FrameWriter frame) {
        return Frame.RELAY.start().integer(number).raw(content(frame));
    }

    private void joinRankOne() {
        switchboard.join(1, 4711, frame -> atRankOne.add(Handshakes.reader(frame)));
    }

    @Test
    void numbersBeginWhereAJobMayBegin() {
        for (int wrong : new int[] {0, -Proc.JOB_SPAN, 1, BASE + 1, BASE - 1, Integer.MIN_VALUE}) {
            assertThatThrownBy(
                            () -> fromServer(Frame.FEDERATION.start().integer(wrong).text("of-x")))
                    .as("%d", wrong)
                    .isInstanceOf(MalformedFrameException.class);
        }
        assertThat(switchboard.map().base()).isZero();
        fromServer(Frame.FEDERATION.start().integer(BASE).text("of-x"));
        assertThat(switchboard.map().base()).isEqualTo(BASE);
        assertThat(switchboard.federation()).isEqualTo("of-x");
        assertThat(toServer.outboundMessages()).as("where its ranks are").hasSize(2);
    }

    @Test
    void theServerSendsFramesToProcessesOfThisJob() {
        fromServer(Frame.FEDERATION.start().integer(BASE).text("of-x"));
        joinRankOne();
        FrameWriter message = Frame.MESSAGE.start().integer(7).integer(1).raw(new byte[] {9});
        fromServer(relayed(BASE + 1, message));
        FrameReader got = atRankOne.removeFirst();
        assertThat(got.type()).isEqualTo(Frame.MESSAGE);
        assertThat(got.integer()).as("its source").isEqualTo(7);
        for (int wrong : new int[] {0, 1, BASE - 1, BASE + 2, BASE + Proc.JOB_SPAN}) {
            FrameWriter again = Frame.MESSAGE.start().integer(7).integer(1).raw(new byte[] {9});
            assertThatThrownBy(() -> fromServer(relayed(wrong, again)))
                    .as("%d", wrong)
                    .isInstanceOf(MalformedFrameException.class);
        }
        assertThatThrownBy(() -> fromServer(relayed(BASE + 1, Frame.FENCE.start().integer(1))))
                .isInstanceOf(MalformedFrameException.class);
        assertThatThrownBy(() -> fromServer(Frame.HEARTBEAT.start()))
                .isInstanceOf(MalformedFrameException.class);
        assertThat(atRankOne).isEmpty();
    }

    @Test
    void aJobThatHasEndedIsReportedToRanks() {
        joinRankOne();
        fromServer(Frame.DEPARTED.start().integer(BASE).integer(BASE + 5).text("why"));
        FrameReader departed = atRankOne.removeFirst();
        assertThat(departed.type()).isEqualTo(Frame.DEPARTED);
        assertThat(departed.integer()).isEqualTo(BASE);
        assertThat(departed.integer()).isEqualTo(BASE + 5);
        assertThat(departed.text()).isEqualTo("why");
    }

    /** The name server's side: a job speaks for its own processes, and asks what ranks may ask. */
    @Test
    void aJobSpeaksForItsOwnProcesses() {
        switchboard.join(port, 0, "of-x");
        int last = BASE + Proc.JOB_SPAN - 1;
        for (int own : new int[] {BASE, last}) {
            port.relayed(BASE, own, content(Frame.PUT.start().text("key").bytes(new byte[] {1})));
        }
        for (int other : new int[] {1, BASE - 1, last + 1, -1}) {
            byte[] put = content(Frame.PUT.start().text("key").bytes(new byte[] {1}));
            assertThatThrownBy(() -> port.relayed(BASE, other, put))
                    .as("%d", other)
                    .isInstanceOf(MalformedFrameException.class);
        }
        for (Frame type : new Frame[] {Frame.FENCE, Frame.ABORT, Frame.SPAWN, Frame.REPORT}) {
            byte[] request = content(Handshakes.ofRank(type, 0, new byte[32]));
            assertThatThrownBy(() -> port.relayed(BASE, BASE, request))
                    .as("%s", type)
                    .isInstanceOf(MalformedFrameException.class);
        }
        assertThat(events.events()).isEmpty();
    }

    /** What a job has published ends with it; what it waited for is answered to nobody. */
    @Test
    void whatAJobHasPublishedEndsWithIt() {
        switchboard.join(port, 0, "of-x");
        joinRankOne();
        port.relayed(BASE, BASE, content(Frame.PUT.start().text("key").bytes(new byte[] {1})));
        switchboard.answer(new CardWaiter(1, 4), new byte[] {5});
        assertThat(atRankOne.removeFirst().type()).isEqualTo(Frame.VALUE);
        peek(5);
        assertThat(valueOf(5)).isTrue();
        port.lost(BASE, "cut");
        assertThat(atRankOne.removeFirst().type()).isEqualTo(Frame.DEPARTED);
        peek(6);
        assertThat(valueOf(6)).isFalse();
    }

    private void peek(int request) {
        FrameWriter peek = Frame.PEEK.start().integer(request).integer(BASE).text("key");
        switchboard.receive(1, Handshakes.reader(peek));
    }

    private boolean valueOf(int request) {
        FrameReader value = atRankOne.removeFirst();
        assertThat(value.type()).isEqualTo(Frame.VALUE);
        assertThat(value.integer()).isEqualTo(request);
        return value.flag();
    }
}
