package org.strata.oob;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;

import org.strata.oob.Modex.CardWaiter;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The job as the server sees it: connections by rank, modex, fences, and messages on their way.
 * Belongs to the server's event loop; nothing here is thread-safe.
 */
final class Switchboard {
    private final JobMap map;
    private final JobEvents events;
    private final Modex modex = new Modex();
    private final FenceBook fences;
    private final Channel[] connections;

    /** Messages for ranks that have not joined yet. */
    private final Queue<ByteBuf>[] early;

    private final boolean[] seen;
    private String aborting;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of generic queues has no other spelling
    Switchboard(JobMap map, JobEvents events) {
        this.map = map;
        this.events = events;
        fences = new FenceBook(map.size());
        connections = new Channel[map.size()];
        early = new Queue[map.size()];
        seen = new boolean[map.size()];
    }

    JobMap map() {
        return map;
    }

    /** Returns why a rank that has proved itself may not join, or null when it may. */
    String refusal(int rank) {
        if (seen[rank]) {
            return "rank " + rank + " has already joined this job; a second process cannot be it";
        }
        return aborting;
    }

    void join(int rank, long pid, Channel channel) {
        seen[rank] = true;
        connections[rank] = channel;
        Queue<ByteBuf> kept = early[rank];
        early[rank] = null;
        while (kept != null && !kept.isEmpty()) {
            channel.write(kept.remove());
        }
        channel.flush();
        events.joined(rank, pid);
    }

    void leave(int rank) {
        connections[rank] = null;
        modex.forgetAll(rank);
        events.disconnected(rank);
    }

    /** Handles one frame of a rank that has joined. */
    void receive(int rank, Frame type, ByteBuf in) {
        switch (type) {
            case PUT -> put(rank, Frame.readText(in), Frame.readBytes(in));
            case GET -> get(new CardWaiter(rank, in.readInt()), publisher(in), Frame.readText(in));
            case PEEK ->
                    peek(new CardWaiter(rank, in.readInt()), publisher(in), Frame.readText(in));
            case FORGET -> modex.forget(new CardWaiter(rank, in.readInt()));
            case FENCE -> fence(rank, in.readInt());
            case MESSAGE -> route(rank, in);
            case INITIALIZED -> events.initialized(rank);
            case FINALIZED -> finalized(rank);
            case ABORT -> events.abortRequested(rank, in.readInt(), Frame.readText(in));
            default -> throw new Frame.MalformedFrameException("rank " + rank + " sent " + type);
        }
    }

    /** Tells every rank, present and future, that the job is being aborted. */
    void abort(String reason) {
        aborting = reason;
        for (int rank = 0; rank < connections.length; rank++) {
            send(rank, Frame.ABORTING.text(reason));
        }
    }

    private int publisher(ByteBuf in) {
        return checked(in.readInt());
    }

    private int checked(int rank) {
        if (rank < 0 || rank >= connections.length) {
            throw new Frame.MalformedFrameException("no rank " + rank);
        }
        return rank;
    }

    private void put(int rank, String key, byte[] value) {
        for (CardWaiter waiter : modex.put(rank, key, value)) {
            answer(waiter, value);
        }
    }

    private void get(CardWaiter waiter, int publisher, String key) {
        byte[] value = modex.peek(publisher, key);
        if (value == null) {
            modex.await(publisher, key, waiter);
        } else {
            answer(waiter, value);
        }
    }

    private void peek(CardWaiter waiter, int publisher, String key) {
        answer(waiter, modex.peek(publisher, key));
    }

    private void answer(CardWaiter waiter, byte[] value) {
        int length = value == null ? 0 : value.length;
        ByteBuf frame = Frame.VALUE.start(2 * Integer.BYTES + 1 + length);
        frame.writeInt(waiter.request());
        frame.writeBoolean(value != null);
        Frame.writeBytes(frame, value == null ? new byte[0] : value);
        send(waiter.rank(), Frame.finish(frame));
    }

    private void fence(int rank, int count) {
        if (fences.enter(rank, count)) {
            for (int each = 0; each < connections.length; each++) {
                send(each, Frame.FENCE.number(fences.complete()));
            }
        }
    }

    private void route(int source, ByteBuf in) {
        int destination = checked(in.readInt());
        ByteBuf frame = Frame.MESSAGE.start(Integer.BYTES + in.readableBytes());
        frame.writeInt(source).writeBytes(in);
        Frame.finish(frame);
        if (connections[destination] == null && !seen[destination]) {
            if (early[destination] == null) {
                early[destination] = new ArrayDeque<>();
            }
            early[destination].add(frame);
        } else {
            send(destination, frame);
        }
    }

    private void finalized(int rank) {
        events.finalized(rank);
        send(rank, Frame.FINALIZED.empty());
    }

    private void send(int rank, ByteBuf frame) {
        Channel channel = connections[rank];
        if (channel == null) {
            frame.release();
        } else {
            channel.writeAndFlush(frame);
        }
    }
}
