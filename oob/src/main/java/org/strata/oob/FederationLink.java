package org.strata.oob;

import org.strata.mca.proc.Proc;
import org.strata.oob.Modex.CardWaiter;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.frame.FrameWriter;
import org.strata.oob.link.DialedLink;
import org.strata.oob.link.FrameDecoder;
import org.strata.oob.link.LinkRole;
import org.strata.oob.link.LinkState;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The connection of a job's mpirun to the name server, which is another job's. Belongs to the
 * server's event loop.
 */
final class FederationLink extends DialedLink implements Federation {
    private final Switchboard switchboard;
    private final JobEvents events;

    /** The requests that the name server has not answered yet, and cannot once it is lost. */
    private final Set<CardWaiter> asked = new HashSet<>();

    /** Why the connection has ended, or null. */
    private String end;

    private boolean complained;

    FederationLink(
            Switchboard switchboard,
            JobEvents events,
            byte[] secret,
            FrameDecoder decoder,
            long patienceMillis) {
        super(LinkRole.JOB, secret, 0, decoder, patienceMillis);
        this.switchboard = switchboard;
        this.events = events;
    }

    /** The name server sends the numbers of the job's processes first. */
    @Override
    protected void joined() {}

    @Override
    protected void handle(FrameReader in) {
        switch (in.type()) {
            case FEDERATION -> numbered(in.integer(), in.text());
            case RELAY -> deliver(in.integer(), in.rest());
            case DEPARTED -> switchboard.departed(in.integer(), in.integer(), in.text());
            default -> throw new MalformedFrameException(in.type() + " from a name server");
        }
    }

    private void numbered(int base, String federation) {
        if (base <= 0 || Proc.inJob(base) != 0) {
            throw new MalformedFrameException("numbers from " + base + " on");
        }
        switchboard.join(this, base, federation);
        ready();
    }

    /** The name server has sent a frame for a process of this job. */
    private void deliver(int number, byte[] content) {
        FrameReader frame = new FrameReader(ByteBuffer.wrap(content));
        if (!switchboard.own(number)) {
            throw new MalformedFrameException("a frame for process " + number);
        }
        switch (frame.type()) {
            case VALUE -> {
                asked.remove(new CardWaiter(number, frame.integer()));
                switchboard.send(number, FrameWriter.framed(content));
            }
            case MESSAGE -> switchboard.pass(number, FrameWriter.framed(content));
            default -> throw new MalformedFrameException(frame.type() + " for a rank");
        }
    }

    /** The name server knows all processes. */
    @Override
    public boolean isElsewhere(int number) {
        return true;
    }

    /** What a process of another job is to get goes to the name server as a request. */
    @Override
    public void send(int number, ByteBuffer frame) {}

    @Override
    public boolean ask(CardWaiter waiter, FrameReader request) {
        if (state() == LinkState.CLOSED) {
            refuse(waiter);
        } else {
            asked.add(waiter);
            relay(waiter.rank(), FrameWriter.framed(request.whole()));
        }
        return true;
    }

    @Override
    public void published(int number, String key, byte[] value) {
        relay(number, Frame.PUT.start().text(key).bytes(value).end());
    }

    @Override
    public void forgotten(CardWaiter waiter, FrameReader request) {
        relay(waiter.rank(), FrameWriter.framed(request.whole()));
    }

    /** A request that needs the name server finds nothing without it; the user reads why, once. */
    private void refuse(CardWaiter waiter) {
        switchboard.answer(waiter, null);
        if (end != null && !complained) {
            complained = true;
            events.serverLost(end);
        }
    }

    /**
     * Nobody answers the requests any more, and the processes of the name server's own job are
     * gone. Other jobs may go on, and so may their connections to this one.
     */
    @Override
    protected void lost(String reason) {
        end = reason;
        List<CardWaiter> unanswered = List.copyOf(asked);
        asked.clear();
        unanswered.forEach(this::refuse);
        switchboard.departed(0, Proc.JOB_SPAN, "its job has ended: " + reason);
    }
}
