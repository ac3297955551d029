package org.strata.pml.ob1.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.proc.Proc;

import java.util.ArrayList;
import java.util.List;

/** When a send is complete that links have accepted. */
class DeparturesTest {
    private final Departures departures = new Departures();
    private final Departures.Queue queue = new Departures.Queue();
    private final Link link = new Link();
    private final List<String> journal = new ArrayList<>();

    private static final class Link extends BtlEndpoint {
        Link() {
            super(new Proc(1, "node", 1, true));
        }
    }

    private static final class Channel implements Departures.Channel {
        int last;
        int left;

        @Override
        public int lastNumber() {
            return last;
        }

        @Override
        public boolean hasLeft(int number) {
            return number - left <= 0;
        }
    }

    /** A send that notes when it has left. */
    private class Send implements Waiter {
        private final String name;

        Send(String name) {
            this.name = name;
        }

        @Override
        public void onLeft() {
            journal.add(name);
        }

        @Override
        public boolean retry() {
            throw new AssertionError();
        }

        @Override
        public boolean queued() {
            throw new AssertionError();
        }

        @Override
        public void setQueued(boolean queued) {
            throw new AssertionError();
        }

        @Override
        public void fail(int rc) {
            throw new AssertionError();
        }
    }

    private boolean await(String name) {
        return departures.await(queue, link, null, new Send(name));
    }

    /** Polls; asserts which sends are complete since the poll before. */
    private void assertLeft(String... names) {
        assertThat(departures.progress()).isEqualTo(names.length);
        assertThat(journal).containsExactly(names);
        journal.clear();
    }

    @Test
    void whatHasLeftAlreadyIsNotWaitedFor() {
        link.accepted = 5;
        link.departed = 5;
        assertThat(await("a")).isFalse();
        assertThat(departures.isEmpty()).isTrue();
        assertLeft();
    }

    /** Not for what is accepted later: a stream of messages would never end. */
    @Test
    void aSendWaitsForWhatWasAcceptedBefore() {
        link.accepted = 3;
        link.departed = 1;
        assertThat(await("a")).isTrue();
        link.accepted = 5;
        assertThat(await("b")).isTrue();
        link.accepted = 9;
        link.departed = 2;
        assertLeft();
        link.departed = 3;
        assertLeft("a");
        link.departed = 4;
        assertLeft();
        assertThat(departures.isEmpty()).isFalse();
        link.departed = 9;
        assertLeft("b");
        assertThat(departures.isEmpty()).isTrue();
    }

    /** What the link accepts in their place has to leave, too. */
    @Test
    void controlPacketsThatFoundNoResourceLeaveFirst() {
        for (int round = 1; round <= 3; round++) {
            queue.queueControl();
            queue.queueControl();
            assertThat(await("a")).as("the link has passed on everything").isTrue();
            queue.queueControl();
            queue.sendControl();
            link.accepted++;
            assertLeft();
            link.departed++;
            assertLeft();
            queue.sendControl();
            link.accepted++;
            assertLeft();
            link.accepted++;
            link.departed++;
            assertLeft("a");
            queue.sendControl();
            link.departed++;
            assertThat(await("b")).isFalse();
        }
    }

    @Test
    void overSeveralLinksTheChannelKnows() {
        Channel channel = new Channel();
        channel.last = 3;
        channel.left = 3;
        assertThat(departures.await(queue, null, channel, new Send("a"))).isFalse();
        channel.last = 5;
        assertThat(departures.await(queue, null, channel, new Send("b"))).isTrue();
        channel.last = 7;
        channel.left = 4;
        assertLeft();
        channel.left = 5;
        assertLeft("b");
        // A peer with one link is next.
        link.accepted = 1;
        assertThat(await("c")).isTrue();
        link.departed = 1;
        assertLeft("c");
    }

    @Test
    void peersDoNotWaitForEachOther() {
        Departures.Queue second = new Departures.Queue();
        Link other = new Link();
        link.accepted = 1;
        other.accepted = 1;
        assertThat(await("a")).isTrue();
        assertThat(departures.await(second, other, null, new Send("b"))).isTrue();
        link.departed = 1;
        assertLeft("a");
        assertThat(departures.isEmpty()).isFalse();
        other.departed = 1;
        assertLeft("b");
        assertThat(departures.isEmpty()).isTrue();
    }

    /** The owner of a send may begin the next one as soon as it is complete. */
    @Test
    void aSendMayBeginInsideTheEndOfAnother() {
        link.accepted = 1;
        Send first =
                new Send("a") {
                    @Override
                    public void onLeft() {
                        super.onLeft();
                        link.accepted = 2;
                        assertThat(await("b")).isTrue();
                    }
                };
        assertThat(departures.await(queue, link, null, first)).isTrue();
        link.departed = 1;
        assertLeft("a");
        assertLeft();
        link.departed = 2;
        assertLeft("b");
        assertThat(departures.isEmpty()).isTrue();
    }
}
