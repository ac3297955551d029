package org.strata.btl.tcp;

import org.strata.btl.tcp.HandshakeMessage.Parties;
import org.strata.btl.tcp.HandshakeMessage.ProtocolException;
import org.strata.btl.tcp.Route.Candidate;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * This process's attempt to connect to a peer: one address after the other, each with a deadline. A
 * silent peer may only be busy computing, so after the last address the attempt starts again with
 * the first, and so it does, a few times and after pauses, when strangers may have kept it out: the
 * peer closed the connection without an answer, or its host refused or did not complete it. A peer
 * that asks to be tried again is, once at once, since the attempts of two that connect at the same
 * time meet so, then after pauses: what it waits for may take a while, and each handshake takes
 * both ranks' time. The attempt ends when every address has failed with an error in one round.
 */
final class OutgoingConnection implements Selected, Timed {
    private enum Step {
        CONNECT,
        CHALLENGE,
        VERDICT,
        PAUSE,
        DONE
    }

    /** Connections that are closed without an answer, before that counts as an error. */
    private static final int CLOSURES = 16;

    /** Rounds in which every address fails with an error, before that counts as the end. */
    private static final int ERROR_ROUNDS = 4;

    /** Pause after the first round that failed. */
    private static final long ROUND_PAUSE_NANOS = 8_000_000;

    /** How often that pause doubles at most: to half a second. */
    private static final int MOST_ROUND_DOUBLINGS = 6;

    /** Rounds in which a host does not complete a connection, before that counts as an error. */
    private static final int SILENT_ROUNDS = 3;

    /** Pause before the second time that a peer is tried again at its own request. */
    private static final long FIRST_PAUSE_NANOS = 1_000_000;

    /** How often the pause doubles at most: to about a second. */
    private static final int MOST_DOUBLINGS = 10;

    private final DialEvents endpoint;
    private final String link;
    private final Reactor reactor;
    private final Credentials credentials;
    private final Parties parties;
    private final List<Candidate> candidates;
    private final HandshakeMessage message = new HandshakeMessage();
    private final List<String> failures = new ArrayList<>();
    private Step step = Step.DONE;
    private int next;
    private boolean alive;
    private boolean silent;
    private int closures;
    private int silentRounds;
    private int errorRounds;

    /** Whether somebody has answered in a way that another attempt would not change. */
    private boolean wrong;

    /** Whether a connection was closed without an answer in this round. */
    private boolean dropped;

    /** Rounds that were followed by a pause; not counted beyond what makes it longer. */
    private int pauses;

    /** How often the peer has asked to be tried again; not counted beyond what makes a pause. */
    private int deferrals;

    private SocketChannel channel;
    private SelectionKey key;
    private byte[] nonce;
    private long deadline;

    /** Whether a step took so long here that the listener's deadline may have passed. */
    private boolean late;

    /**
     * @param endpoint receives the events of the attempt
     * @param link for messages: {@code "tcp(eth0) to rank 3"}
     * @param candidates the addresses to try, in this order
     */
    OutgoingConnection(
            DialEvents endpoint,
            String link,
            List<Candidate> candidates,
            Reactor reactor,
            Credentials credentials,
            Parties parties) {
        this.endpoint = endpoint;
        this.link = link;
        this.reactor = reactor;
        this.credentials = credentials;
        this.parties = parties;
        this.candidates = candidates;
    }

    /** Starts with the first address. */
    void start() {
        reactor.time(this);
        tryNext();
    }

    /** Returns whether no connection of this attempt is under way: the peer may as well connect. */
    boolean isPausing() {
        return step == Step.PAUSE;
    }

    /** Ends the attempt without notifying the endpoint. */
    void abandon() {
        step = Step.DONE;
        reactor.untime(this);
        closeSocket();
    }

    @Override
    public long deadlineNanos() {
        return deadline;
    }

    @Override
    public void expire() {
        if (step == Step.PAUSE) {
            tryNext();
        } else if (step == Step.CHALLENGE) {
            alive = true;
            failed("no answer; its process may be busy");
        } else {
            silent = true;
            failed("connection timed out");
        }
    }

    private void tryNext() {
        while (true) {
            if (next == candidates.size()) {
                boolean failed = !alive && !silent;
                if (!alive && !(silent ? ++silentRounds < SILENT_ROUNDS : mayRepeat())) {
                    abort();
                    return;
                }
                boolean pause = failed || dropped;
                next = 0;
                alive = false;
                silent = false;
                dropped = false;
                failures.clear();
                if (pause) {
                    pauseFor(ROUND_PAUSE_NANOS << pauses);
                    pauses = Math.min(pauses + 1, MOST_ROUND_DOUBLINGS);
                    return;
                }
            }
            if (connect(candidates.get(next++))) {
                return;
            }
        }
    }

    private void pauseFor(long nanos) {
        step = Step.PAUSE;
        deadline = reactor.in(nanos);
        endpoint.onPause();
    }

    /** Returns whether every address may be tried again after all have failed with an error. */
    private boolean mayRepeat() {
        return !wrong && ++errorRounds < ERROR_ROUNDS;
    }

    private void abort() {
        step = Step.DONE;
        reactor.untime(this);
        endpoint.onUnreachable(TcpTexts.unreachable(link, failures));
    }

    /** Starts to connect; false when this failed at once. */
    private boolean connect(Candidate candidate) {
        try {
            deadline = reactor.deadline();
            late = false;
            channel = reactor.open(candidate.remote().getAddress());
            if (candidate.local() != null) {
                channel.bind(new InetSocketAddress(candidate.local(), 0));
                reactor.prepareBound(channel);
            }
            boolean done = channel.connect(candidate.remote());
            step = Step.CONNECT;
            key = reactor.watch(channel, SelectionKey.OP_CONNECT, this);
            if (done || channel.finishConnect()) {
                connected();
            }
            return true;
        } catch (IOException e) {
            note(e.getMessage());
            return false;
        }
    }

    @Override
    public int ready() {
        try {
            switch (step) {
                case CONNECT -> {
                    if (channel.finishConnect()) {
                        connected();
                    }
                }
                case CHALLENGE -> challenge();
                case VERDICT -> verdict();
                case PAUSE, DONE -> {}
            }
        } catch (IOException e) {
            // A listener closes connections of slow initiators, and the oldest of too many.
            boolean stranger = e instanceof ProtocolException;
            boolean closed = !stranger && step == Step.CHALLENGE && ++closures < CLOSURES;
            dropped |= closed;
            wrong |= stranger || step != Step.CONNECT;
            alive |= closed || (late && !stranger);
            failed(e.getMessage());
        }
        return 1;
    }

    private void connected() throws IOException {
        endpoint.onSocketConnected();
        key.interestOps(SelectionKey.OP_READ);
        stepDone();
        nonce = credentials.nonce();
        message.set(HandshakeMessage.HELLO, parties, credentials.job());
        message.nonce(nonce).proof(credentials.greeting(parties, nonce)).write(channel);
        message.expect();
        step = Step.CHALLENGE;
    }

    private void stepDone() {
        late |= reactor.halfway(deadline);
        deadline = reactor.deadline();
    }

    private void challenge() throws IOException {
        if (!message.read(channel)) {
            return;
        }
        stepDone();
        check(HandshakeMessage.CHALLENGE);
        byte[] theirs = message.nonce();
        byte[] expected = credentials.proof(Credentials.Role.LISTENER, parties, nonce, theirs);
        if (!Credentials.same(message.proof(), expected)) {
            throw new ProtocolException("it does not know the job's secret");
        }
        byte[] proof = credentials.proof(Credentials.Role.INITIATOR, parties, nonce, theirs);
        message.set(HandshakeMessage.PROOF, parties, credentials.job());
        message.proof(proof).write(channel);
        message.expect();
        step = Step.VERDICT;
        // The peer is alive: its verdict may wait for its own attempt to connect.
        deadline = Long.MAX_VALUE;
    }

    private void verdict() throws IOException {
        if (!message.read(channel)) {
            return;
        }
        check(HandshakeMessage.VERDICT);
        switch (message.verdict()) {
            case ADMITTED -> {
                step = Step.DONE;
                reactor.untime(this);
                endpoint.onAdmitted(channel, key);
            }
            case DUPLICATE, LATE -> deferred();
            case REFUSED -> {
                wrong = true;
                failed("refused: the peer has given this link up");
            }
        }
    }

    private void check(int kind) throws ProtocolException {
        message.check(kind, credentials.job());
        if (!message.parties().equals(parties.reversed())) {
            throw new ProtocolException("another process than expected answered");
        }
    }

    private void deferred() {
        alive = true;
        note("asked to try again");
        if (deferrals == 0) {
            deferrals = 1;
            tryNext();
            return;
        }
        pauseFor(FIRST_PAUSE_NANOS << (deferrals - 1));
        deferrals = Math.min(deferrals + 1, MOST_DOUBLINGS + 1);
    }

    private void failed(String why) {
        note(why);
        tryNext();
    }

    private void note(String why) {
        closeSocket();
        endpoint.onRetry(why);
        Candidate tried = candidates.get(next - 1);
        String failure = TcpTexts.attempt(tried, why);
        failures.add(failure);
        int left = candidates.size() - next;
        reactor.verbose(link + ": " + failure + "; addresses left: " + left);
    }

    private void closeSocket() {
        if (channel != null) {
            reactor.close(channel);
            channel = null;
        }
    }
}
