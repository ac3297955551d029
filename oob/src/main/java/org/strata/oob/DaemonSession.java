package org.strata.oob;

import io.netty.channel.ChannelHandlerContext;

import org.strata.oob.Frame.MalformedFrameException;

import java.security.MessageDigest;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** mpirun's end of the connection to a daemon: first a stranger with a deadline, then a node. */
final class DaemonSession extends DaemonLink {
    private final DaemonPort port;
    private final Strangers strangers;
    private final byte[] secret;
    private final byte[] nonce = Proof.nonce();
    private ScheduledFuture<?> deadline;
    private int node = -1;

    DaemonSession(
            DaemonPort port,
            Strangers strangers,
            byte[] secret,
            FrameDecoder decoder,
            long patienceMillis) {
        super(LinkState.CHALLENGED, decoder, patienceMillis);
        this.port = port;
        this.strangers = strangers;
        this.secret = secret;
    }

    @Override
    public void channelActive(ChannelHandlerContext own) {
        send(Frame.CHALLENGE.start().integer(Frame.PROTOCOL).raw(nonce));
        deadline =
                own.executor()
                        .schedule(
                                () -> close("it has not answered"),
                                OobServer.HANDSHAKE_MILLIS,
                                TimeUnit.MILLISECONDS);
    }

    @Override
    void received(FrameReader in) {
        switch (in.type()) {
            case ANSWER -> answered(in);
            case NODE -> port.received(node, in.rest());
            case RELAY -> port.relayed(node, in.integer(), in.rest());
            case ATTACHED -> port.attached(this, node, in.integer(), in.number());
            case DETACHED -> port.detached(node, in.integer());
            default -> throw new MalformedFrameException(in.type() + " from a daemon");
        }
    }

    private void answered(FrameReader in) {
        int claimed = in.integer();
        in.number();
        byte[] theirs = in.bytes();
        byte[] proof = in.bytes();
        boolean right =
                theirs.length == Proof.NONCE_BYTES
                        && MessageDigest.isEqual(
                                proof, Proof.ofDaemon(secret, claimed, nonce, theirs));
        if (!right || !port.expects(claimed)) {
            close("it cannot prove that it is a daemon of this job");
            return;
        }
        deadline.cancel(false);
        strangers.remove(context().channel());
        send(Frame.WELCOME.start().bytes(Proof.ofHead(secret, claimed, nonce, theirs)));
        node = claimed;
        proved(
                LinkState.TO_DAEMON,
                Proof.keyToDaemon(secret, claimed, nonce, theirs),
                Proof.keyToHead(secret, claimed, nonce, theirs));
        port.joined(node, this);
    }

    @Override
    void ended(LinkState before, String reason) {
        if (deadline != null) {
            deadline.cancel(false);
        }
        strangers.remove(context().channel());
        if (before.proved()) {
            port.lost(node, reason);
        }
    }
}
