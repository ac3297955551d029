package org.strata.ess.own;

import org.strata.oob.JobEvents;
import org.strata.oob.OobServer;
import org.strata.oob.frame.JobMap;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** What mpirun does for the ranks of a job: rank 0 and 2 on node x, rank 1 on node y. */
final class TestLauncher implements JobEvents, AutoCloseable {
    static final String JOB_ID = "1-a";
    static final int UNIVERSE = 8;

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final OobServer server;
    private final Path contact;

    TestLauncher(Path directory) throws IOException {
        byte[] secret = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
        List<JobMap.Place> places =
                List.of(
                        new JobMap.Place("x", 0, 0),
                        new JobMap.Place("y", 0, 1),
                        new JobMap.Place("x", 1, 1));
        server =
                OobServer.start(
                        UnixDomainSocketAddress.of(directory.resolve("oob")),
                        secret,
                        OobServer.HANDSHAKE_MILLIS,
                        new JobMap(JOB_ID, UNIVERSE, places),
                        this,
                        task -> Thread.ofPlatform().daemon().unstarted(task));
        contact = directory.resolve("contact");
        new JobContact(server.address(), secret).write(contact);
    }

    Path contact() {
        return contact;
    }

    OwnComponent rank(int rank, IntConsumer halt) {
        Map<String, String> environment = new HashMap<>();
        new RankIdentity(JOB_ID, rank, -1, contact).addTo(environment);
        return new OwnComponent(new OwnConfig(20_000), environment, halt);
    }

    String event() throws InterruptedException {
        return events.poll(20, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        server.close();
    }

    @Override
    public void joined(int rank, long pid) {
        events.add("joined " + rank);
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
        events.add("abort " + rank + " " + code + " " + message);
    }

    @Override
    public void notice(int rank, String text) {
        events.add("notice " + rank + " " + text);
    }

    @Override
    public void disconnected(int rank) {
        events.add("disconnected " + rank);
    }
}
