package org.strata.ess.base;

import org.strata.mca.base.Boxes;
import org.strata.mca.ess.EssComponent.Membership;
import org.strata.oob.JobMap;
import org.strata.oob.OobClient;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Makes the processes that another launcher has started a job of ours. Each publishes its host in
 * the launcher's key-value space; rank 0 starts a control server, and publishes its address with a
 * fresh secret; then all connect to it, as ranks of mpirun do.
 */
public final class GuestJob {
    private static final String PLACE = "place";
    private static final String CONTACT = "contact";
    private static final int LOST = 1;
    private static final int MOST_PROGRAMS = 1 << 16;

    private final ForeignLauncher launcher;
    private final Setting setting;
    private final IntConsumer halt;
    private GuestServer server;

    /**
     * What does not come from the launcher.
     *
     * @param host this node's name
     * @param shared where the nodes' processes share files: {@code /dev/shm}
     * @param include interfaces or networks for the control server; empty for any
     * @param joinTimeout milliseconds for connecting and the handshake
     */
    public record Setting(String host, Path shared, String include, int joinTimeout) {}

    private GuestJob(ForeignLauncher launcher, Setting setting, IntConsumer halt) {
        this.launcher = launcher;
        this.setting = setting;
        this.halt = halt;
    }

    /**
     * Joins the job of the launcher's processes; returns when this one is a member.
     *
     * @param halt ends this process at once with an exit code
     * @throws IOException when the launcher fails, its values are damaged, or rank 0 is not reached
     */
    public static Membership join(ForeignLauncher launcher, Setting setting, IntConsumer halt)
            throws IOException {
        return new GuestJob(launcher, setting, halt).join();
    }

    private Membership join() throws IOException {
        launcher.put(PLACE, GuestCard.encode(setting.host(), "" + launcher.appNum()));
        launcher.fence();
        if (launcher.rank() == 0) {
            openServer();
        }
        launcher.fence();
        List<String> words = GuestCard.decode(launcher.get(0, CONTACT), 4);
        InetSocketAddress address = address(words.get(0), words.get(1));
        byte[] secret = secret(words.get(2));
        OobClient.Ticket ticket =
                new OobClient.Ticket(
                        address,
                        secret,
                        launcher.rank(),
                        ProcessHandle.current().pid(),
                        setting.joinTimeout());
        OobClient oob = OobClient.join(ticket, this::lost, GuestJob::thread);
        GuestEnvironment environment =
                new GuestEnvironment(launcher, oob, server, lock(oob.map()), secret, halt);
        return new Membership(environment, oob);
    }

    /** The first rank of a node says by a lock that the job's shared files there are in use. */
    private JobLock lock(JobMap map) {
        if (map.places().get(launcher.rank()).localRank() > 0) {
            return null;
        }
        try {
            return JobLock.take(setting.shared(), "strata." + map.jobId());
        } catch (IOException e) {
            // Nodes may share the directory, where another one has the lock; or there is none.
            return null;
        }
    }

    private void openServer() throws IOException {
        JobIdentity identity = JobIdentity.create();
        List<JobMap.Place> places = places();
        List<String> others =
                places.stream()
                        .map(JobMap.Place::host)
                        .filter(host -> !host.equals(setting.host()))
                        .distinct()
                        .toList();
        InetAddress address = ServerAddress.choose(setting.include(), others);
        int universe = Math.max(launcher.size(), launcher.universeSize());
        JobMap map = new JobMap(identity.jobId(), universe, places);
        server = GuestServer.start(address, identity.secret(), map, launcher, halt);
        InetSocketAddress bound = (InetSocketAddress) server.address();
        launcher.put(
                CONTACT,
                GuestCard.encode(
                        bound.getAddress().getHostAddress(),
                        "" + bound.getPort(),
                        HexFormat.of().formatHex(identity.secret()),
                        identity.jobId()));
    }

    private List<JobMap.Place> places() throws IOException {
        Map<String, Integer> neighbours = new HashMap<>();
        List<JobMap.Place> places = new ArrayList<>();
        for (int rank = 0; rank < launcher.size(); rank++) {
            List<String> words = GuestCard.decode(launcher.get(rank, PLACE), 2);
            int local = neighbours.merge(words.get(0), 1, Integer::sum) - 1;
            int program = number(words.get(1), 0, MOST_PROGRAMS);
            places.add(new JobMap.Place(words.get(0), local, program));
        }
        return places;
    }

    private static InetSocketAddress address(String host, String port) throws IOException {
        try {
            return new InetSocketAddress(InetAddress.ofLiteral(host), number(port, 1, 65_536));
        } catch (IllegalArgumentException e) {
            throw new IOException("rank 0 has published \"" + host + "\", which is no address", e);
        }
    }

    private static byte[] secret(String text) throws IOException {
        try {
            return HexFormat.of().parseHex(text);
        } catch (IllegalArgumentException e) {
            throw new IOException("rank 0 has published a damaged secret", e);
        }
    }

    private static int number(String text, int from, int end) throws IOException {
        try {
            int number = Integer.parseInt(text);
            if (number >= from && number < end) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IOException("a rank has published \"" + text + "\" as a number", e);
        }
        throw new IOException("a rank has published the number " + text);
    }

    /** The connection to rank 0 has ended without a farewell: the job cannot go on. */
    private void lost(String reason) {
        if (launcher.rank() == 1) {
            System.err.println(Boxes.box("Rank 0 has gone without MPI.Finalize; the job ends."));
        }
        Thread.ofPlatform().daemon().start(() -> launcher.abort(LOST, reason));
        halt.accept(LOST);
    }

    private static Thread thread(Runnable task) {
        return Thread.ofPlatform().daemon().name("strata-oob").unstarted(task);
    }
}
