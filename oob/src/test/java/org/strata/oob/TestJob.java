package org.strata.oob;

import org.strata.mca.ess.Spawn;
import org.strata.oob.client.OobClient;
import org.strata.oob.frame.JobMap;
import org.strata.oob.frame.JobMap.Place;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** A server and its ranks in one JVM. */
public final class TestJob implements AutoCloseable, JobEvents {
    private static final byte[] SECRET = new byte[32];
    public static final long JOIN_MILLIS = 60_000;

    private final OobServer server;
    private final List<OobClient> clients = new ArrayList<>();
    final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    final BlockingQueue<Spawn> spawns = new LinkedBlockingQueue<>();
    final BlockingQueue<String> losses = new LinkedBlockingQueue<>();

    /** A job whose ranks connect by TCP. */
    TestJob(int size, long handshakeMillis) throws IOException {
        this(size, handshakeMillis, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    TestJob(int size, long handshakeMillis, SocketAddress address) throws IOException {
        List<Place> places =
                IntStream.range(0, size).mapToObj(i -> new Place("host" + i, 0, i % 2)).toList();
        server =
                OobServer.start(
                        address,
                        SECRET,
                        handshakeMillis,
                        new JobMap("1-abc", 2 * size, places),
                        this,
                        TestJob::thread);
    }

    OobServer server() {
        return server;
    }

    OobClient join(int rank) throws IOException {
        return join(rank, SECRET);
    }

    OobClient join(int rank, byte[] secret) throws IOException {
        OobClient.Ticket ticket =
                new OobClient.Ticket(server.address(), secret, rank, 4711, JOIN_MILLIS);
        OobClient client = OobClient.join(ticket, losses::add, TestJob::thread);
        // One rank's numbers become negative soon, the other's positive.
        client.numberRequestsFrom(rank % 2 == 0 ? -2 : Integer.MAX_VALUE - 1);
        clients.add(client);
        return client;
    }

    static Thread thread(Runnable task) {
        return Thread.ofPlatform().daemon().unstarted(task);
    }

    /** Returns a copy of the job's secret. */
    public static byte[] secret() {
        return SECRET.clone();
    }

    @Override
    public void joined(int rank, long pid) {
        events.add("joined " + rank + " " + pid);
    }

    @Override
    public void initialized(int rank) {
        events.add("initialized " + rank);
    }

    @Override
    public void finalized(int rank) {
        events.add("finalized " + rank);
    }

    @Override
    public void abortRequested(int rank, int code, String message, String details) {
        events.add("abort " + rank + " " + code + " " + message + details);
    }

    @Override
    public void notice(int rank, String text) {
        events.add("notice " + rank + " " + text);
    }

    @Override
    public void standstill(int rank, String text, long nanos) {
        events.add("standstill " + rank + " " + text + " " + nanos);
    }

    @Override
    public void serverLost(String reason) {
        events.add("name server lost");
    }

    /** Answers with the rank, and the numbers of processes that it has asked for. */
    @Override
    public void spawnRequested(int rank, Spawn spawn, Consumer<Spawn.Outcome> answer) {
        spawns.add(spawn);
        List<Integer> counts = spawn.programs().stream().map(Spawn.Program::count).toList();
        answer.accept(new Spawn.Outcome(rank, counts, "no"));
    }

    @Override
    public void disconnected(int rank) {
        events.add("disconnected " + rank);
    }

    @Override
    public void close() {
        clients.forEach(OobClient::close);
        server.close();
    }
}
