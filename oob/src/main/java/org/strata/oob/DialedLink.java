package org.strata.oob;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

import org.strata.oob.Frame.MalformedFrameException;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.security.MessageDigest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** The connecting end of a sealed connection. */
abstract class DialedLink extends SealedLink {
    /** Time to connect to one address. */
    private static final int CONNECT_MILLIS = 5000;

    private final LinkRole role;
    private final byte[] secret;
    private final int number;
    private final FrameDecoder decoder;
    private final byte[] nonce = Proof.nonce();
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private byte[] expectedProof;
    private byte[] theirs;

    /**
     * @param number the own number, which the peer expects
     */
    DialedLink(
            LinkRole role, byte[] secret, int number, FrameDecoder decoder, long patienceMillis) {
        super(LinkState.CONNECTED, decoder, patienceMillis);
        this.role = role;
        this.secret = secret;
        this.number = number;
        this.decoder = decoder;
    }

    /** Both sides have proved themselves; calls {@link #ready} when the link can be used. */
    abstract void joined();

    /** Handles a frame of a peer that has proved itself. */
    abstract void handle(FrameReader in);

    /** The connection has ended after it could be used. */
    abstract void lost(String reason);

    /** Ends the wait of {@link #dial}. */
    final void ready() {
        ready.complete(null);
    }

    /**
     * Connects to the first of some addresses that works.
     *
     * @param maker makes a link for each attempt
     * @throws IOException when there is none; the message says why
     */
    static <T extends DialedLink> T dial(
            EventLoopGroup loop,
            List<? extends SocketAddress> addresses,
            Function<FrameDecoder, T> maker)
            throws IOException {
        StringBuilder reasons = new StringBuilder();
        for (SocketAddress address : addresses) {
            T link = maker.apply(new FrameDecoder());
            String failure = link.connect(loop, address);
            if (failure == null) {
                return link;
            }
            reasons.append(reasons.isEmpty() ? "" : "; ").append(address + ": " + failure);
        }
        throw new IOException(reasons.toString());
    }

    /** Returns null when the connection is made and proved, or what is wrong. */
    String connect(EventLoopGroup loop, SocketAddress address) {
        Bootstrap bootstrap = new Bootstrap().group(loop);
        if (address instanceof UnixDomainSocketAddress) {
            bootstrap.channel(NioDomainSocketChannel.class);
        } else {
            bootstrap.channel(NioSocketChannel.class);
            bootstrap.option(ChannelOption.TCP_NODELAY, true);
        }
        bootstrap.option(ChannelOption.ALLOCATOR, UnpooledByteBufAllocator.DEFAULT);
        bootstrap.option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS);
        bootstrap.handler(
                new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(decoder).addLast(DialedLink.this);
                    }
                });
        var connecting = bootstrap.connect(address).awaitUninterruptibly();
        if (!connecting.isSuccess()) {
            return connecting.cause().getMessage();
        }
        String failure = await();
        if (failure != null) {
            loop.execute(() -> close(failure));
        }
        return failure;
    }

    private String await() {
        try {
            ready.get(OobServer.HANDSHAKE_MILLIS, TimeUnit.MILLISECONDS);
            return null;
        } catch (ExecutionException e) {
            return e.getCause().getMessage();
        } catch (TimeoutException e) {
            return "it does not answer";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    @Override
    final void received(FrameReader in) {
        switch (in.type()) {
            case CHALLENGE -> challenged(in);
            case WELCOME -> welcomed(in);
            default -> handle(in);
        }
    }

    private void challenged(FrameReader in) {
        if (in.integer() != Frame.PROTOCOL) {
            close("it speaks another protocol: it is of another version of Strata");
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
            close("it does not know the job's secret");
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
