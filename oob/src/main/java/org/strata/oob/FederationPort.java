package org.strata.oob;

import io.netty.channel.EventLoopGroup;

import org.strata.mca.proc.Proc;
import org.strata.oob.Modex.CardWaiter;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameReader;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The name server's side of a federation: the jobs whose mpiruns name this one as their server. It
 * numbers their processes, and carries frames between them. Belongs to the server's event loop.
 */
final class FederationPort implements Federation {
    private static final int REQUESTS =
            Frame.set(Frame.PUT, Frame.GET, Frame.PEEK, Frame.FORGET, Frame.MESSAGE, Frame.NAME);

    private final Switchboard switchboard;
    private final List<RankPort> ports = new ArrayList<>();

    /** The jobs by the base of their numbers. */
    private final Map<Integer, JobSession> jobs = new HashMap<>();

    /** The base that the next job gets; negative when there is none left. */
    private int next = Proc.JOB_SPAN;

    /**
     * Whether the server is closing its connections, which says nothing about the jobs. Pairs with
     * FederationPort.lost: close sets it before it closes the first.
     */
    private volatile boolean closing;

    FederationPort(Switchboard switchboard) {
        this.switchboard = switchboard;
    }

    /** Listens on one more address; from any thread, before the first job connects. */
    SocketAddress listen(
            EventLoopGroup loop, SocketAddress address, byte[] secret, long patienceMillis)
            throws IOException {
        byte[] own = secret.clone();
        RankPort port =
                RankPort.ofDaemons(
                        loop,
                        address,
                        () -> 0,
                        (decoder, strangers) ->
                                new JobSession(this, strangers, own, decoder, patienceMillis));
        ports.add(port);
        return port.address();
    }

    boolean expectsJobs() {
        return next > 0;
    }

    /** A job has connected; returns the base of its numbers. */
    int joined(JobSession session) {
        int base = next;
        next += Proc.JOB_SPAN;
        jobs.put(base, session);
        session.send(Frame.FEDERATION.start().integer(base).text(switchboard.federation()));
        return base;
    }

    /** A process of a job has sent a frame. */
    void relayed(int base, int number, byte[] content) {
        FrameReader frame = new FrameReader(ByteBuffer.wrap(content));
        if (baseOf(number) != base || !Frame.contains(REQUESTS, frame.type())) {
            throw new MalformedFrameException(frame.type() + " of process " + number);
        }
        switchboard.request(number, frame);
    }

    /** This server is the name server. */
    @Override
    public boolean isElsewhere(int number) {
        return false;
    }

    @Override
    public void relay(int number, ByteBuffer request) {
        throw new IllegalStateException("this is the name server");
    }

    @Override
    public boolean ask(CardWaiter waiter, FrameReader request) {
        return false;
    }

    /** The modex of this server's job has the values of all jobs. */
    @Override
    public void published(int number, String key, byte[] value) {}

    @Override
    public void forgotten(CardWaiter waiter, FrameReader request) {}

    @Override
    public void send(int number, ByteBuffer frame) {
        JobSession job = jobs.get(baseOf(number));
        if (job != null) {
            job.relay(number, frame);
        }
    }

    private static int baseOf(int number) {
        return number - Proc.inJob(number);
    }

    /**
     * The connection to the mpirun of a job has ended. When this server has ended it, the job may
     * go on: the jobs that are still connected must not read that it is over.
     */
    void lost(int base, String reason) {
        jobs.remove(base);
        if (closing) {
            return;
        }
        int end = base + Proc.JOB_SPAN;
        String text = "its job has ended: " + reason;
        switchboard.departed(base, end, text);
        for (JobSession job : jobs.values()) {
            job.send(Frame.DEPARTED.start().integer(base).integer(end).text(text));
        }
    }

    /** Closes the listeners and all connections; from any thread. */
    void close() {
        closing = true;
        ports.forEach(RankPort::close);
    }
}
