package org.strata.btl.openib.connect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.strata.testkit.Seed;

import java.util.Random;

/** The state machine: its rows one by one, and two of them under every kind of interleaving. */
final class ConnectionTest {
    @RegisterExtension final Seed seed = new Seed();

    private final TwoHosts two = new TwoHosts(100);
    private final TwoHosts.Host a = two.a;
    private final TwoHosts.Host b = two.b;

    @Test
    void firstSendOpens() {
        a.offer(1);
        assertThat(a.state()).isEqualTo(ConnectionState.CONNECTING);
        b.hear();
        assertThat(b.state()).isEqualTo(ConnectionState.CONNECT_ACK);
        a.hear();
        assertThat(a.state()).isEqualTo(ConnectionState.CONNECTED);
        b.hear();
        assertThat(b.state()).isEqualTo(ConnectionState.CONNECTED);
        two.settle();
        assertThat(b.delivered()).containsExactly(1);
    }

    @Test
    void bothAtOnceMakeOneConnection() {
        a.offer(1);
        b.offer(2);
        b.hear();
        assertThat(b.state()).isEqualTo(ConnectionState.WAITING_ACK);
        a.hearOne();
        assertThat(a.state()).isEqualTo(ConnectionState.WAITING_ACK);
        two.settle();
        assertThat(a.state()).isEqualTo(ConnectionState.CONNECTED);
        assertThat(b.state()).isEqualTo(ConnectionState.CONNECTED);
        assertThat(a.made).isEqualTo(1);
        assertThat(b.made).isEqualTo(1);
        assertThat(a.delivered()).containsExactly(2);
        assertThat(b.delivered()).containsExactly(1);
    }

    @Test
    void dataAreAsGoodAsAnAcknowledgement() {
        a.offer(1);
        b.hear();
        a.hear();
        two.carry();
        assertThat(b.state()).isEqualTo(ConnectionState.CONNECTED);
        assertThat(b.delivered()).containsExactly(1);
    }

    @Test
    void closingIsTheBusinessOfBoth() {
        a.offer(1);
        two.settle();
        a.connection.close("test");
        assertThat(a.state()).isEqualTo(ConnectionState.CLOSING);
        two.settle();
        assertThat(a.state()).isEqualTo(ConnectionState.CLOSED);
        assertThat(b.state()).isEqualTo(ConnectionState.CLOSED);
        b.offer(2);
        two.settle();
        assertThat(a.delivered()).containsExactly(2);
    }

    @Test
    void aBusyPeerIsAskedAgain() {
        b.grants = ConnectionHost.Grant.BUSY;
        a.offer(1);
        b.hear();
        a.hear();
        assertThat(a.state()).isEqualTo(ConnectionState.CLOSED);
        b.grants = ConnectionHost.Grant.NOW;
        two.settle();
        assertThat(b.delivered()).containsExactly(1);
    }

    /** A rank must not sleep through it. */
    @Test
    void theNextAttemptIsForeseen() {
        assertThat(a.connection.nanosToRetry()).isEqualTo(Long.MAX_VALUE);
        b.grants = ConnectionHost.Grant.BUSY;
        a.offer(1);
        assertThat(a.connection.nanosToRetry()).isEqualTo(Long.MAX_VALUE);
        b.hear();
        a.hear();
        long wait = a.connection.nanosToRetry();
        assertThat(wait).isPositive().isLessThan(TwoHosts.TIMEOUT);
        a.connection.poll();
        assertThat(a.state()).isEqualTo(ConnectionState.CLOSED);
        two.pass(wait);
        assertThat(a.connection.nanosToRetry()).isEqualTo(Long.MAX_VALUE);
        a.connection.poll();
        assertThat(a.state()).isEqualTo(ConnectionState.CONNECTING);
    }

    @Test
    void aPeerThatMustWaitForQueuePairsAnswersLater() {
        b.grants = ConnectionHost.Grant.LATER;
        a.offer(1);
        b.hear();
        assertThat(b.state()).isEqualTo(ConnectionState.CLOSED);
        assertThat(b.connection.isAsked()).isTrue();
        b.grants = ConnectionHost.Grant.NOW;
        b.connection.resume();
        two.settle();
        assertThat(b.delivered()).containsExactly(1);
    }

    @Test
    void aRefusalIsFinal() {
        b.establishes = false;
        a.offer(1);
        b.hear();
        a.hear();
        assertThat(a.state()).isEqualTo(ConnectionState.FAILED);
        assertThat(b.state()).isEqualTo(ConnectionState.FAILED);
        assertThat(a.reason).contains("refused").contains("cannot");
    }

    @Test
    void silenceIsAFailure() {
        a.offer(1);
        b.deaf = true;
        two.pass(TwoHosts.TIMEOUT + 1);
        a.connection.poll();
        assertThat(a.state()).isEqualTo(ConnectionState.FAILED);
        assertThat(a.reason).contains("did not answer");
    }

    @Test
    void aPeerThatHasHeardMayTakeItsTime() {
        a.offer(1);
        b.hearOnly();
        a.hear();
        two.pass(100 * TwoHosts.TIMEOUT);
        a.connection.poll();
        assertThat(a.state()).isEqualTo(ConnectionState.CONNECTING);
        two.settle();
        assertThat(b.delivered()).containsExactly(1);
    }

    @Test
    void whatABrokenPairDidNotBringIsSentAgain() {
        for (int i = 1; i <= 5; i++) {
            a.offer(i);
        }
        two.settle();
        for (int i = 6; i <= 9; i++) {
            a.offer(i);
        }
        two.carry();
        a.breakPairs();
        two.settle();
        assertThat(b.delivered()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void aPairThatBreaksUnnoticedWhileConnectingIsMadeAnew() {
        a.offer(1);
        a.breakSilently();
        two.settle();
        assertThat(b.delivered()).containsExactly(1);
        assertThat(a.made).isEqualTo(2);
    }

    @Test
    void aPeerThatHasClosedForGoodIsNotWaitedFor() {
        a.offer(1);
        two.settle();
        a.connection.shutDown(false);
        two.settle();
        assertThat(b.state()).isEqualTo(ConnectionState.CLOSED);
        b.offer(2);
        b.connection.poll();
        assertThat(b.state()).isEqualTo(ConnectionState.FAILED);
        assertThat(b.reason).contains("closed");
    }

    /** {@code -Dplans=N} sets how many. */
    @Test
    void anyInterleavingDeliversEverythingOnceInOrder() {
        long first = seed.random().nextInt();
        for (int plan = 0; plan < Integer.getInteger("plans", 3000); plan++) {
            Random random = new Random(first + plan);
            TwoHosts hosts = new TwoHosts(random.nextInt(4) * 30);
            int steps = 20 + random.nextInt(200);
            for (int i = 0; i < steps; i++) {
                hosts.randomStep(random);
            }
            hosts.settle();
            hosts.check("plan " + plan + " of seed " + first);
        }
    }
}
