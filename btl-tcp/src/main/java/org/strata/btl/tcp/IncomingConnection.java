package org.strata.btl.tcp;

import org.strata.btl.tcp.HandshakeMessage.Parties;
import org.strata.btl.tcp.HandshakeMessage.ProtocolException;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * An accepted connection that no endpoint owns yet: its initiator must send HELLO and authenticate
 * itself before the deadline. Garbage, silence and strangers cost one verbose line.
 */
final class IncomingConnection implements Selected, Unproven {
    /** Decides what becomes of an authenticated connection. */
    interface Host {
        /** Returns whether the initiator may connect to the link that it names. */
        boolean expects(Parties parties);

        /** The initiator has authenticated itself; the host admits, parks or refuses it. */
        void offer(IncomingConnection connection, Parties parties);
    }

    private enum Step {
        HELLO,
        PROOF,
        PARKED,
        DONE
    }

    private final Reactor reactor;
    private final Credentials credentials;
    private final Host host;
    private final SocketChannel channel;
    private final SelectionKey key;
    private final String from;
    private final HandshakeMessage message = new HandshakeMessage();
    private Step step = Step.HELLO;
    private Parties parties;
    private byte[] initiatorNonce;
    private byte[] nonce;
    private final long deadline;

    IncomingConnection(
            Reactor reactor, Credentials credentials, Host host, SocketChannel channel, String from)
            throws IOException {
        this.reactor = reactor;
        this.credentials = credentials;
        this.host = host;
        this.channel = channel;
        this.from = from;
        this.deadline = reactor.deadline();
        this.key = reactor.watch(channel, SelectionKey.OP_READ, this);
        reactor.time(this);
    }

    SocketChannel channel() {
        return channel;
    }

    SelectionKey key() {
        return key;
    }

    String from() {
        return from;
    }

    @Override
    public boolean greeted() {
        return step != Step.HELLO;
    }

    @Override
    public long deadlineNanos() {
        return step == Step.PARKED ? Long.MAX_VALUE : deadline;
    }

    @Override
    public void expire() {
        refuse(HandshakeVerdict.LATE, "too slow, or one of too many");
    }

    @Override
    public int ready() {
        try {
            if (step == Step.HELLO && message.read(channel)) {
                hello();
            }
            if (step == Step.PROOF && message.read(channel)) {
                proof();
            }
            if (step == Step.PARKED) {
                lookForEnd();
            }
        } catch (IOException e) {
            drop(e.getMessage());
        }
        return 1;
    }

    private void hello() throws IOException {
        message.check(HandshakeMessage.HELLO, credentials.job());
        parties = message.parties();
        if (!host.expects(parties)) {
            throw new ProtocolException("a process of this job that has no business here");
        }
        initiatorNonce = message.nonce();
        byte[] greeting = credentials.greeting(parties, initiatorNonce);
        if (!Credentials.same(message.proof(), greeting) || !credentials.isNew(initiatorNonce)) {
            throw new ProtocolException("its first message does not know the job's secret");
        }
        nonce = credentials.nonce();
        byte[] proof = credentials.proof(Credentials.Role.LISTENER, parties, initiatorNonce, nonce);
        message.set(HandshakeMessage.CHALLENGE, parties.reversed(), credentials.job());
        message.nonce(nonce).proof(proof).write(channel);
        message.expect();
        step = Step.PROOF;
    }

    private void proof() throws IOException {
        message.check(HandshakeMessage.PROOF, credentials.job());
        byte[] expected =
                credentials.proof(Credentials.Role.INITIATOR, parties, initiatorNonce, nonce);
        if (!message.parties().equals(parties) || !Credentials.same(message.proof(), expected)) {
            throw new ProtocolException("it does not know the job's secret");
        }
        reactor.untime(this);
        host.offer(this, parties);
    }

    /** Waits for the outcome of our own connection to the same peer. */
    void park() {
        step = Step.PARKED;
        message.expect();
    }

    /** The initiator of a parked connection sends nothing: readable means that it has closed it. */
    private void lookForEnd() throws IOException {
        if (message.read(channel)) {
            throw new ProtocolException("it spoke out of turn");
        }
    }

    /** Sends ADMITTED; returns false when the peer has closed the connection meanwhile. */
    boolean admit() {
        try {
            say(HandshakeVerdict.ADMITTED);
            step = Step.DONE;
            return true;
        } catch (IOException e) {
            drop(e.getMessage());
            return false;
        }
    }

    /** Sends a refusal, and closes the connection. */
    void refuse(HandshakeVerdict verdict, String why) {
        try {
            if (parties != null) {
                say(verdict);
            }
        } catch (IOException e) {
            reactor.verbose("connection from " + from + " is gone: " + e.getMessage());
        }
        drop(verdict + ", " + why);
    }

    private void say(HandshakeVerdict verdict) throws IOException {
        message.set(HandshakeMessage.VERDICT, parties.reversed(), credentials.job());
        message.verdict(verdict).write(channel);
    }

    private void drop(String why) {
        if (step != Step.DONE) {
            step = Step.DONE;
            reactor.untime(this);
            reactor.close(channel);
            reactor.verbose("connection from " + from + " dropped: " + why);
        }
    }
}
