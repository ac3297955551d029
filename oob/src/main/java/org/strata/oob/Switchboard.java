package org.strata.oob;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;

import org.strata.mca.ess.RankReport;
import org.strata.oob.Frame.MalformedFrameException;
import org.strata.oob.Modex.CardWaiter;

import java.nio.ByteBuffer;
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
    private final Queue<ByteBuffer>[] early;

    private final boolean[] seen;
    private int joined;
    private String aborting;
    private int inquiry;
    private ReportCollector reports = new ReportCollector();

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
        joined++;
        connections[rank] = channel;
        Queue<ByteBuffer> kept = early[rank];
        early[rank] = null;
        while (kept != null && !kept.isEmpty()) {
            channel.write(Unpooled.wrappedBuffer(kept.remove()));
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
    void receive(int rank, FrameReader in) {
        switch (in.type()) {
            case PUT -> put(rank, in.text(), in.bytes());
            case GET -> get(new CardWaiter(rank, in.integer()), rank(in), in.text());
            case PEEK -> peek(new CardWaiter(rank, in.integer()), rank(in), in.text());
            case FORGET -> modex.forget(new CardWaiter(rank, in.integer()));
            case FENCE -> fence(rank, in.integer());
            case MESSAGE -> route(rank, in);
            case INITIALIZED -> events.initialized(rank);
            case FINALIZED -> finalized(rank);
            case NOTICE -> events.notice(rank, in.text());
            case REPORT -> report(rank, in);
            case ABORT -> events.abortRequested(rank, in.integer(), in.text(), in.text());
            default -> throw new MalformedFrameException(in.type() + " from a rank");
        }
    }

    /** Tells every rank, present and future, that the job is being aborted. */
    void abort(String reason) {
        aborting = reason;
        for (int rank = 0; rank < connections.length; rank++) {
            send(rank, Frame.ABORTING.start().text(reason).end());
        }
    }

    /** Asks all ranks that are connected what they do; the last inquiry's answers only count. */
    void inquire(ReportCollector collector) {
        reports = collector;
        inquiry++;
        int asked = 0;
        for (int rank = 0; rank < connections.length; rank++) {
            if (connections[rank] != null) {
                send(rank, Frame.INQUIRE.start().integer(inquiry).end());
                asked++;
            }
        }
        collector.expect(asked);
    }

    private void report(int rank, FrameReader in) {
        int answered = in.integer();
        RankReport report = ReportFields.read(in, map.size());
        if (answered == inquiry) {
            reports.add(rank, report);
        }
    }

    /** Returns how many ranks have not joined yet. */
    int missing() {
        return map.size() - joined;
    }

    private int rank(FrameReader in) {
        int rank = in.integer();
        if (rank < 0 || rank >= connections.length) {
            throw new MalformedFrameException("no rank " + rank);
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
        FrameWriter frame = Frame.VALUE.start().integer(waiter.request());
        frame.flag(value != null).bytes(value == null ? new byte[0] : value);
        send(waiter.rank(), frame.end());
    }

    private void fence(int rank, int count) {
        if (fences.enter(rank, count)) {
            for (int each = 0; each < connections.length; each++) {
                send(each, Frame.FENCE.start().integer(fences.complete()).end());
            }
        }
    }

    private void route(int source, FrameReader in) {
        int destination = rank(in);
        ByteBuffer frame = Frame.MESSAGE.start().integer(source).raw(in.rest()).end();
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
        send(rank, Frame.FINALIZED.start().end());
    }

    private void send(int rank, ByteBuffer frame) {
        Channel channel = connections[rank];
        if (channel != null) {
            channel.writeAndFlush(Unpooled.wrappedBuffer(frame));
        }
    }
}
