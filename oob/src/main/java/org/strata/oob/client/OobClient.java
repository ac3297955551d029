package org.strata.oob.client;

import org.strata.mca.ess.RankReport;
import org.strata.mca.ess.Spawn;
import org.strata.mca.oob.Oob;
import org.strata.mca.proc.Proc;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.FrameWriter;
import org.strata.oob.frame.JobMap;
import org.strata.oob.frame.NameAction;
import org.strata.oob.frame.SpawnFields;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** A rank's connection to the job's control server. */
public final class OobClient implements Oob, AutoCloseable {
    /**
     * Who joins, and how.
     *
     * @param server where the control server listens
     * @param secret the job's secret
     * @param rank the rank that joins
     * @param pid its process id
     * @param timeoutMillis time for connecting and the handshake together
     */
    public record Ticket(
            SocketAddress server, byte[] secret, int rank, long pid, long timeoutMillis) {}

    /** Time for frames that were queued before the end to be sent. */
    private static final long LAST_FRAMES_MILLIS = 2000;

    /** Longest message of an abort: no more bytes than a text may have. */
    private static final int ABORT_CHARACTERS = Frame.TEXT_LIMIT / 3;

    private final RankLink link;
    private final ClientSession session;

    private OobClient(RankLink link, ClientSession session) {
        this.link = link;
        this.session = session;
    }

    /**
     * Connects and proves membership; both sides prove that they know the secret.
     *
     * @param onLost called once, on the channel's thread, when the connection ends before {@link
     *     #close}; gets the reason
     * @param threads makes the channel's thread; daemon threads let the process end by itself
     * @throws IOException when the server cannot be reached, refuses, or cannot prove itself
     */
    public static OobClient join(Ticket ticket, Consumer<String> onLost, ThreadFactory threads)
            throws IOException {
        return join(ticket, onLost, threads, () -> {});
    }

    /**
     * The same.
     *
     * @param meanwhile runs in this call, while the server answers
     */
    public static OobClient join(
            Ticket ticket, Consumer<String> onLost, ThreadFactory threads, Runnable meanwhile)
            throws IOException {
        ClientSession session = new ClientSession(ticket, onLost);
        int timeout = (int) Math.min(Integer.MAX_VALUE, ticket.timeoutMillis());
        RankLink link = new RankLink(ticket.server(), timeout, session);
        threads.newThread(link).start();
        try {
            meanwhile.run();
            session.awaitJoined();
        } catch (IOException | RuntimeException e) {
            link.cut();
            throw e;
        }
        return new OobClient(link, session);
    }

    /** See {@link ClientSession#numberRequestsFrom}. */
    public void numberRequestsFrom(int number) {
        session.numberRequestsFrom(number);
    }

    /** Returns the job as the server described it. */
    public JobMap map() {
        return session.map();
    }

    @Override
    public void put(String key, byte[] value) {
        send(Frame.PUT.start().text(key).bytes(value));
    }

    @Override
    public byte[] get(int rank, String key, long timeoutMillis) throws TimeoutException {
        PendingAnswer pending = session.newRequest();
        request(Frame.GET, pending, rank, key);
        try {
            return pending.await(timeoutMillis);
        } catch (TimeoutException e) {
            session.forget(pending);
            send(Frame.FORGET.start().integer(pending.number()));
            throw new TimeoutException(
                    "rank "
                            + Proc.inJob(rank)
                            + " has not published \""
                            + key
                            + "\" within "
                            + timeoutMillis
                            + " ms");
        }
    }

    @Override
    public byte[] getIfPresent(int rank, String key) {
        PendingAnswer pending = session.newRequest();
        request(Frame.PEEK, pending, rank, key);
        return pending.await();
    }

    private void request(Frame type, PendingAnswer pending, int rank, String key) {
        send(type.start().integer(pending.number()).integer(rank).text(key));
    }

    @Override
    public void fence() {
        session.newFence(number -> link.send(Frame.FENCE.start().integer(number).end())).await();
    }

    @Override
    public void send(int rank, int tag, byte[] message) {
        send(Frame.MESSAGE.start().integer(rank).integer(tag).raw(message));
    }

    @Override
    public void listen(int tag, Listener listener) {
        link.execute(() -> session.listen(tag, listener));
    }

    /**
     * Sets who answers when the server asks what this rank does.
     *
     * @param answers gets the number of the inquiry, on the channel's thread; has {@link #report}
     *     called later
     */
    public void onInquiry(IntConsumer answers) {
        link.execute(() -> session.setReporter(answers));
    }

    /** Sets who is notified of other jobs that end; on the channel's thread. */
    public void onDeparture(Consumer<Departure> listener) {
        link.execute(() -> session.setDepartureListener(listener));
    }

    /** Answers an inquiry; does nothing when the connection has ended. */
    public void report(int inquiry, RankReport report) {
        link.send(ClientSession.report(inquiry, report));
    }

    /** Sends a message for the user, which is shown once for all ranks that send the same. */
    public void notice(String text) {
        send(Frame.NOTICE.start().text(bounded(text)));
    }

    /**
     * Reports that this rank does not go on, and cannot unless others do.
     *
     * @param text why, for the user
     * @param nanos for how long
     */
    public void standstill(String text, long nanos) {
        send(Frame.STANDSTILL.start().text(bounded(text)).number(nanos));
    }

    /** Has mpirun start processes; returns when they have been started, or could not be. */
    public Spawn.Outcome spawn(Spawn spawn) {
        for (Spawn.Program program : spawn.programs()) {
            if (!fits(program.command()) || !fits(program.hints().values())) {
                return Spawn.Outcome.refused(
                        "A word of a command or of its hints has more than "
                                + Frame.TEXT_LIMIT
                                + " bytes.");
            }
        }
        PendingAnswer pending = session.newRequest();
        FrameWriter frame = Frame.SPAWN.start().integer(pending.number());
        SpawnFields.write(frame, spawn);
        send(frame);
        return Spawn.Outcome.decode(pending.await());
    }

    /** Returns whether texts can be sent: mpirun takes longer ones for damage. */
    private static boolean fits(Collection<String> texts) {
        for (String text : texts) {
            if (text.getBytes(StandardCharsets.UTF_8).length > Frame.TEXT_LIMIT) {
                return false;
            }
        }
        return true;
    }

    /** Publishes a port under the name of a service; returns false when there is one already. */
    public boolean publish(String service, String port) {
        return name(NameAction.PUBLISH, service, port) != null;
    }

    /** Returns the port that is published under the name of a service, or null. */
    public String lookUp(String service) {
        return name(NameAction.LOOK_UP, service, "");
    }

    /** Withdraws a port; returns false when it is not published under that name. */
    public boolean unpublish(String service, String port) {
        return name(NameAction.UNPUBLISH, service, port) != null;
    }

    private String name(int action, String service, String port) {
        if (!fits(List.of(service, port))) {
            return null;
        }
        PendingAnswer pending = session.newRequest();
        FrameWriter frame = Frame.NAME.start().integer(pending.number()).integer(action);
        send(frame.text(service).text(port));
        byte[] answer = pending.await();
        return answer == null ? null : new String(answer, StandardCharsets.UTF_8);
    }

    /** Reports that MPI.Init is done. */
    public void reportInitialized() {
        send(Frame.INITIALIZED.start());
    }

    /** Reports that MPI.Finalize is done; returns when the server has noted it. */
    public void reportFinalized() {
        PendingAnswer pending = session.newFinalized();
        send(Frame.FINALIZED.start());
        pending.await();
    }

    /**
     * Asks for the end of the job; the request goes out even if {@link #close} follows.
     *
     * @param code exit code of the job
     * @param message one sentence for the user; empty for none
     * @param details lines that explain it; empty for none
     */
    public void abort(int code, String message, String details) {
        FrameWriter frame = Frame.ABORT.start().integer(code);
        link.send(frame.text(bounded(message)).text(bounded(details)).end());
    }

    private static String bounded(String text) {
        return text.substring(0, Math.min(text.length(), ABORT_CHARACTERS));
    }

    private void send(FrameWriter frame) {
        session.checkUsable();
        link.send(frame.end());
    }

    /** Leaves; what was sent before still goes out. */
    @Override
    public void close() {
        session.closing();
        link.close();
        if (!session.awaitLinkEnd(LAST_FRAMES_MILLIS)) {
            link.cut();
        }
    }
}
