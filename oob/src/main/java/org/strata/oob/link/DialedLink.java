package org.strata.oob.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

import org.strata.oob.frame.Frame;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.frame.Proof;
import org.strata.opal.time.Backoff;
import org.strata.opal.time.Clock;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The connecting end of a sealed connection. */
public abstract class DialedLink extends SealedLink {
    /** Time to connect to one address, before the next one is tried. */
    public static final int CONNECT_MILLIS = 5000;

    /**
     * Errors of one address before it is left out: a host that is starting, or whose queue of
     * connections is full, may answer with an error for a moment. They take about two seconds.
     */
    public static final int ERRORS = 7;

    private final LinkRole role;
    private final byte[] secret;
    private final int number;
    private final FrameDecoder decoder;
    private final byte[] nonce = Proof.nonce();
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private byte[] expectedProof;
    private byte[] theirs;

    /**
     * Whether the peer has answered in a way that another attempt would not change. Pairs with
     * DialedLink.dial: stored by the link's reader.
     */
    private volatile boolean refused;

    /**
     * @param number the own number, which the peer expects
     */
    public DialedLink(
            LinkRole role, byte[] secret, int number, FrameDecoder decoder, long patienceMillis) {
        super(LinkState.CONNECTED, decoder, patienceMillis);
        this.role = role;
        this.secret = secret;
        this.number = number;
        this.decoder = decoder;
    }

    /** Both sides have proved themselves; calls {@link #ready} when the link can be used. */
    protected abstract void joined();

    /** Handles a frame of a peer that has proved itself. */
    protected abstract void handle(FrameReader in);

    /** The connection has ended after it could be used. */
    protected abstract void lost(String reason);

    /** Ends the wait of {@link #dial}. */
    protected final void ready() {
        ready.complete(null);
    }

    /** An address that is dialed, and what came of it so far. */
    private static final class Target {
        private final SocketAddress address;
        private String failure = "";
        private int errors;

        Target(SocketAddress address) {
            this.address = address;
        }

        @Override
        public String toString() {
            return address + ": " + failure;
        }
    }

    /**
     * Connects to the first of some addresses that works. Each is tried again, after pauses, until
     * the time is up, the peer refuses, or the address has failed with a few errors: strangers that
     * connect without end keep a listener from accepting, and make it drop connections.
     *
     * @param millis time for all attempts
     * @param maker makes a link for each attempt
     * @throws IOException when none works; the message says why
     */
    public static <T extends DialedLink> T dial(
            EventLoopGroup loop,
            List<? extends SocketAddress> addresses,
            long millis,
            Function<FrameDecoder, T> maker)
            throws IOException {
        Backoff backoff = new Backoff(Clock.SYSTEM, millis);
        List<Target> all = addresses.stream().map(Target::new).toList();
        List<Target> left = new ArrayList<>(all);
        try {
            do {
                for (Iterator<Target> each = left.iterator(); each.hasNext(); ) {
                    Target target = each.next();
                    T made = maker.apply(new FrameDecoder());
                    DialedLink link = made;
                    if (link.connect(loop, target, backoff.millisLeft())) {
                        return made;
                    }
                    if (link.refused || target.errors >= ERRORS) {
                        each.remove();
                    }
                }
            } while (!left.isEmpty() && backoff.pause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
        throw new IOException(all.stream().map(Target::toString).collect(Collectors.joining("; ")));
    }

    /** Returns whether the connection is made and proved; if not, the target says what is wrong. */
    private boolean connect(EventLoopGroup loop, Target target, long millisLeft)
            throws InterruptedException {
        SocketAddress address = target.address;
        Bootstrap bootstrap = new Bootstrap().group(loop);
        if (address instanceof UnixDomainSocketAddress) {
            bootstrap.channel(NioDomainSocketChannel.class);
        } else {
            bootstrap.channel(NioSocketChannel.class);
            bootstrap.option(ChannelOption.TCP_NODELAY, true);
        }
        bootstrap.option(ChannelOption.ALLOCATOR, HeapBuffers.ALLOCATOR);
        bootstrap.option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.clamp(millisLeft, 1, CONNECT_MILLIS));
        bootstrap.handler(
                new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(decoder).addLast(DialedLink.this);
                    }
                });
        var connecting = bootstrap.connect(address).awaitUninterruptibly();
        if (!connecting.isSuccess()) {
            target.failure = connecting.cause().getMessage();
            target.errors += connecting.cause() instanceof ConnectTimeoutException ? 0 : 1;
            return false;
        }
        String failure = await(Math.clamp(millisLeft, 1, Proof.HANDSHAKE_MILLIS));
        if (failure != null) {
            target.failure = failure;
            loop.execute(() -> close(failure));
        }
        return failure == null;
    }

    /** Returns null when the link can be used, or what is wrong. */
    private String await(long millis) throws InterruptedException {
        try {
            ready.get(millis, TimeUnit.MILLISECONDS);
            return null;
        } catch (ExecutionException e) {
            return e.getCause().getMessage();
        } catch (TimeoutException e) {
            return "it does not answer";
        }
    }

    @Override
    final void received(FrameReader in) {
        switch (in.type()) {
            case CHALLENGE -> challenged(in);
            case WELCOME -> welcomed(in);
            case REFUSED -> refused(Proof.REFUSAL);
            default -> handle(in);
        }
    }

    /**
     * Ends the link for good.
     *
     * @param why a text of this side's: nobody has proved to be the peer yet
     */
    private void refused(String why) {
        refused = true;
        close(why);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext own, Throwable cause) {
        // What breaks the rules is no peer of ours; a connection may break for any reason.
        refused |= !(cause instanceof IOException);
        super.exceptionCaught(own, cause);
    }

    private void challenged(FrameReader in) {
        if (in.integer() != Frame.PROTOCOL) {
            refused("it speaks another protocol: it is of another version of Strata");
            return;
        }
        theirs = in.rest();
        if (theirs.length != Proof.NONCE_BYTES) {
            throw new MalformedFrameException("nonce of " + theirs.length + " bytes");
        }
        expectedProof = role.proofOfListener(secret, number, theirs, nonce);
        enter(LinkState.ANSWERED);
        long pid = ProcessHandle.current().pid();
        send(
                Frame.ANSWER
                        .start()
                        .integer(number)
                        .number(pid)
                        .bytes(nonce)
                        .bytes(role.proofOfDialer(secret, number, theirs, nonce)));
    }

    private void welcomed(FrameReader in) {
        if (!MessageDigest.isEqual(in.bytes(), expectedProof)) {
            refused("it does not know the job's secret");
            return;
        }
        proved(
                role.dialed(),
                role.keyToListener(secret, number, theirs, nonce),
                role.keyToDialer(secret, number, theirs, nonce));
        joined();
    }

    @Override
    final void ended(LinkState before, String reason) {
        if (!ready.completeExceptionally(new IOException(reason))) {
            lost(reason);
        }
    }
}
