package org.strata.oob;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;

import org.strata.mca.oob.Oob.Listener;
import org.strata.mca.oob.Oob.OobException;

import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * A rank's side of the connection. Frames and listeners belong to the channel's event loop;
 * requests and fences are shared with the threads that wait, under this object's lock.
 */
final class ClientSession extends SimpleChannelInboundHandler<ByteBuf> {
    private enum ClientState {
        CONNECTED,
        ANSWERED,
        JOINED,
        ABORTING,
        LOST,
        CLOSED
    }

    /** A message whose tag has no listener yet. */
    private record Early(int source, byte[] message) {}

    private final OobClient.Ticket ticket;
    private final FrameDecoder decoder;
    private final Consumer<String> onLost;
    private final PendingAnswer joined = new PendingAnswer(0);
    private final byte[] nonce = Proof.nonce();
    private byte[] expectedProof;
    private JobMap map;

    private ClientState state = ClientState.CONNECTED;
    private String failure;
    private int lastRequest;
    private final Map<Integer, PendingAnswer> requests = new HashMap<>();
    private int fencesEntered;
    private final List<PendingAnswer> fences = new ArrayList<>();
    private final Queue<PendingAnswer> finalizing = new ArrayDeque<>();

    private final Map<Integer, Listener> listeners = new HashMap<>();
    private final Map<Integer, Queue<Early>> early = new HashMap<>();

    ClientSession(OobClient.Ticket ticket, FrameDecoder decoder, Consumer<String> onLost) {
        this.ticket = ticket;
        this.decoder = decoder;
        this.onLost = onLost;
    }

    void awaitJoined() throws IOException {
        try {
            joined.await(ticket.timeoutMillis());
        } catch (TimeoutException e) {
            throw new IOException(
                    "mpirun at "
                            + ticket.server()
                            + " did not answer within "
                            + ticket.timeoutMillis()
                            + " ms",
                    e);
        } catch (OobException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    JobMap map() {
        return map;
    }

    synchronized void checkUsable() {
        if (failure != null) {
            throw new OobException(failure);
        }
    }

    synchronized PendingAnswer newRequest() {
        checkUsable();
        PendingAnswer pending = new PendingAnswer(++lastRequest);
        requests.put(pending.number(), pending);
        return pending;
    }

    /** Enters a fence; {@code send} runs under the lock so that fences leave in order. */
    synchronized PendingAnswer newFence(IntConsumer send) {
        checkUsable();
        PendingAnswer pending = new PendingAnswer(++fencesEntered);
        fences.add(pending);
        send.accept(pending.number());
        return pending;
    }

    synchronized PendingAnswer newFinalized() {
        checkUsable();
        PendingAnswer pending = new PendingAnswer(0);
        finalizing.add(pending);
        return pending;
    }

    synchronized void forget(PendingAnswer pending) {
        requests.remove(pending.number());
    }

    /** Runs on the event loop. */
    void listen(int tag, Listener listener) {
        Queue<Early> kept = early.remove(tag);
        while (kept != null && !kept.isEmpty()) {
            Early message = kept.remove();
            listener.onMessage(message.source(), message.message());
        }
        listeners.put(tag, listener);
    }

    /** This side ends the connection: the end that follows is no loss. */
    synchronized void closing() {
        fail(ClientState.CLOSED, "this process has left its job");
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf in) {
        Frame type = Frame.of(in.readUnsignedByte());
        if (type == null) {
            throw new Frame.MalformedFrameException("unknown type");
        }
        switch (type) {
            case CHALLENGE -> challenged(context, in);
            case WELCOME -> welcomed(context, in);
            case REFUSED -> lose(context, Frame.readText(in));
            case VALUE -> answered(in);
            case FENCE -> fencesComplete(in.readInt());
            case MESSAGE -> deliver(in);
            case FINALIZED -> finalizedNoted();
            case ABORTING -> aborting(Frame.readText(in));
            default -> throw new Frame.MalformedFrameException("the server sent " + type);
        }
    }

    private void challenged(ChannelHandlerContext context, ByteBuf in) {
        int protocol = in.readInt();
        if (protocol != Frame.PROTOCOL) {
            lose(context, "mpirun speaks another protocol: it is of another version of Strata");
            return;
        }
        byte[] theirs = new byte[Proof.NONCE_BYTES];
        in.readBytes(theirs);
        int rank = ticket.rank();
        byte[] secret = ticket.secret();
        expectedProof = Proof.ofServer(secret, rank, theirs, nonce);
        ByteBuf frame = Frame.ANSWER.start(Frame.HANDSHAKE_LIMIT);
        frame.writeInt(rank).writeLong(ticket.pid());
        Frame.writeBytes(frame, nonce);
        Frame.writeBytes(frame, Proof.ofRank(secret, rank, theirs, nonce));
        decoder.trust();
        state = ClientState.ANSWERED;
        context.writeAndFlush(Frame.finish(frame));
    }

    private void welcomed(ChannelHandlerContext context, ByteBuf in) {
        if (state != ClientState.ANSWERED
                || !MessageDigest.isEqual(Frame.readBytes(in), expectedProof)) {
            lose(context, ticket.server() + " does not know the job's secret");
            return;
        }
        map = JobMap.read(in);
        synchronized (this) {
            state = ClientState.JOINED;
        }
        joined.complete(null);
    }

    private synchronized void answered(ByteBuf in) {
        PendingAnswer pending = requests.remove(in.readInt());
        boolean present = in.readBoolean();
        if (pending != null) {
            pending.complete(present ? Frame.readBytes(in) : null);
        }
    }

    private synchronized void fencesComplete(int count) {
        Iterator<PendingAnswer> waiting = fences.iterator();
        while (waiting.hasNext()) {
            PendingAnswer fence = waiting.next();
            if (fence.number() <= count) {
                fence.complete(null);
                waiting.remove();
            }
        }
    }

    private void deliver(ByteBuf in) {
        int source = in.readInt();
        int tag = in.readInt();
        byte[] message = new byte[in.readableBytes()];
        in.readBytes(message);
        Listener listener = listeners.get(tag);
        if (listener == null) {
            early.computeIfAbsent(tag, any -> new ArrayDeque<>()).add(new Early(source, message));
        } else {
            listener.onMessage(source, message);
        }
    }

    private synchronized void finalizedNoted() {
        PendingAnswer pending = finalizing.poll();
        if (pending != null) {
            pending.complete(null);
        }
    }

    private synchronized void aborting(String reason) {
        fail(ClientState.ABORTING, reason);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        lose(context, "the connection to mpirun is lost");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        lose(context, "the connection to mpirun is lost: " + cause.getMessage());
    }

    private void lose(ChannelHandlerContext context, String reason) {
        boolean wasMember;
        synchronized (this) {
            wasMember = state == ClientState.JOINED || state == ClientState.ABORTING;
            if (state == ClientState.LOST || state == ClientState.CLOSED) {
                return;
            }
            fail(ClientState.LOST, reason);
        }
        joined.fail(reason);
        context.close();
        if (wasMember) {
            onLost.accept(reason);
        }
    }

    private void fail(ClientState next, String reason) {
        state = next;
        failure = reason;
        requests.values().forEach(each -> each.fail(reason));
        requests.clear();
        fences.forEach(each -> each.fail(reason));
        fences.clear();
        finalizing.forEach(each -> each.fail(reason));
        finalizing.clear();
    }
}
