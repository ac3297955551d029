package org.strata.ess.base;

import org.strata.mca.base.Boxes;
import org.strata.mca.ess.EssComponent.Membership;
import org.strata.oob.client.OobClient;
import org.strata.oob.frame.JobMap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.LongPredicate;

/**
 * Makes the processes that another launcher has started a job of ours. Each publishes its host in
 * the launcher's key-value space, unless the launcher knows the hosts; rank 0 starts a control
 * server, and publishes its address with a fresh secret; then all connect to it, as ranks of mpirun
 * do.
 */
public final class GuestJob {
    private static final String PLACE = "place";
    private static final String CONTACT = "contact";

    /** Before the published bytes of a job whose ranks need a file beside them. */
    private static final String FROM_FILE = "+";

    private static final int LOST = 1;
    private static final int MOST_PROGRAMS = 1 << 16;

    private final ForeignLauncher launcher;
    private final Setting setting;
    private final IntConsumer halt;
    private final SharedFiles files;

    /** The bytes of the secret file, or null. */
    private byte[] known;

    private GuestServer server;

    /** The job, once this process is a member. Pairs with GuestJob.haltNow in any thread. */
    private volatile String jobId;

    /**
     * What does not come from the launcher.
     *
     * @param host this node's name
     * @param shared where the nodes' processes share files: {@code /dev/shm}
     * @param include interfaces or networks for the control server; empty for any
     * @param joinTimeout milliseconds for connecting and the handshake
     * @param secretFile what all ranks know beside the launcher's values, or null: see {@link
     *     SecretFile}
     */
    public record Setting(
            String host, Path shared, String include, int joinTimeout, Path secretFile) {
        /** A setting without a file: who can read the launcher's values can join. */
        public Setting(String host, Path shared, String include, int joinTimeout) {
            this(host, shared, include, joinTimeout, null);
        }
    }

    private GuestJob(ForeignLauncher launcher, Setting setting, IntConsumer halt) {
        this.launcher = launcher;
        this.setting = setting;
        this.halt = code -> haltNow(code, halt);
        this.files = files(setting.shared());
    }

    private static SharedFiles files(Path directory) {
        try {
            // Only an abandoned lock counts: a guest's job is named after a process that may run on
            // another host, and its first rank here may not have taken the lock yet.
            LongPredicate alive = pid -> true;
            return new SharedFiles(directory, Ownership.ofThisProcess(), alive);
        } catch (IOException e) {
            // Without /proc nobody knows whose files are whose: they stay.
            return null;
        }
    }

    /**
     * Ends this process. No launcher of ours removes the job's files here, and a process that is
     * killed cannot: the others do when they end because of that.
     */
    private void haltNow(int code, IntConsumer exit) {
        String id = jobId;
        if (id != null && files != null) {
            files.remove(id);
        }
        exit.accept(code);
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
        Path file = setting.secretFile();
        known = file == null ? null : SecretFile.read(file);
        List<String> hosts = launcher.hosts();
        if (hosts.isEmpty()) {
            launcher.put(PLACE, GuestCard.encode(setting.host(), "" + launcher.appNum()));
            launcher.fence();
        } else if (hosts.size() != launcher.size()) {
            throw new IOException(
                    "the launcher names "
                            + hosts.size()
                            + " hosts of "
                            + launcher.size()
                            + " processes");
        }
        if (launcher.rank() == 0) {
            openServer(hosts.isEmpty() ? publishedPlaces() : places(hosts));
        }
        launcher.fence();
        List<String> words = GuestCard.decode(launcher.get(0, CONTACT), 4);
        InetSocketAddress address = address(words.get(0), words.get(1));
        byte[] secret = received(words.get(2));
        OobClient.Ticket ticket =
                new OobClient.Ticket(
                        address,
                        secret,
                        launcher.rank(),
                        ProcessHandle.current().pid(),
                        setting.joinTimeout());
        OobClient oob = OobClient.join(ticket, this::lost, GuestJob::thread);
        jobId = oob.map().jobId();
        launcher.joined(jobId);
        GuestEnvironment environment =
                new GuestEnvironment(launcher, oob, server, lock(oob.map()), secret, halt);
        return new Membership(environment, oob);
    }

    /**
     * The first rank of a node says by a lock that the job's shared files there are in use, and
     * removes what jobs have left whose processes were all killed.
     */
    private JobLock lock(JobMap map) {
        if (map.places().get(launcher.rank()).localRank() > 0) {
            return null;
        }
        if (files != null) {
            files.sweep();
        }
        try {
            return JobLock.take(setting.shared(), "strata." + map.jobId());
        } catch (IOException e) {
            // Nodes may share the directory, where another one has the lock; or there is none.
            return null;
        }
    }

    private void openServer(List<JobMap.Place> places) throws IOException {
        JobIdentity identity = JobIdentity.create();
        String own = places.get(0).host();
        List<String> others =
                places.stream()
                        .map(JobMap.Place::host)
                        .filter(host -> !host.equals(own))
                        .distinct()
                        .toList();
        InetAddress address = ServerAddress.choose(setting.include(), others);
        int universe = Math.max(launcher.size(), launcher.universeSize());
        JobMap map = new JobMap(identity.jobId(), universe, places);
        server = GuestServer.start(address, secret(identity.secret()), map, launcher, halt);
        InetSocketAddress bound = (InetSocketAddress) server.address();
        launcher.put(
                CONTACT,
                GuestCard.encode(
                        bound.getAddress().getHostAddress(),
                        "" + bound.getPort(),
                        (known == null ? "" : FROM_FILE)
                                + HexFormat.of().formatHex(identity.secret()),
                        identity.jobId()));
    }

    private List<JobMap.Place> publishedPlaces() throws IOException {
        List<String> hosts = new ArrayList<>();
        List<Integer> programs = new ArrayList<>();
        for (int rank = 0; rank < launcher.size(); rank++) {
            List<String> words = GuestCard.decode(launcher.get(rank, PLACE), 2);
            hosts.add(words.get(0));
            programs.add(number(words.get(1), 0, MOST_PROGRAMS));
        }
        return places(hosts, programs);
    }

    private static List<JobMap.Place> places(List<String> hosts) {
        return places(hosts, Collections.nCopies(hosts.size(), 0));
    }

    private static List<JobMap.Place> places(List<String> hosts, List<Integer> programs) {
        Map<String, Integer> neighbours = new HashMap<>();
        List<JobMap.Place> places = new ArrayList<>();
        for (int rank = 0; rank < hosts.size(); rank++) {
            String host = hosts.get(rank);
            int local = neighbours.merge(host, 1, Integer::sum) - 1;
            places.add(new JobMap.Place(host, local, programs.get(rank)));
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

    /** Returns the job's secret, of what rank 0 has published. */
    private byte[] received(String text) throws IOException {
        boolean fromFile = text.startsWith(FROM_FILE);
        if (fromFile != (known != null)) {
            throw new IOException(
                    SecretFile.VARIABLE
                            + (fromFile
                                    ? " is set for rank 0, and not for this rank"
                                    : " is set for this rank, and not for rank 0")
                            + ": all ranks need the same file");
        }
        try {
            return secret(HexFormat.of().parseHex(fromFile ? text.substring(1) : text));
        } catch (IllegalArgumentException e) {
            throw new IOException("rank 0 has published a damaged secret", e);
        }
    }

    private byte[] secret(byte[] published) throws IOException {
        return known == null ? published : SecretFile.join(known, published);
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

    /** Rank 0 has closed its connection before it has finalized: the job cannot go on. */
    private void lost(String reason) {
        if (launcher.rank() == 1) {
            System.err.println(Boxes.box("Rank 0 has gone without MPI.Finalize; the job ends."));
        }
        GuestThreads.daemon("strata-abort", () -> launcher.ended(0, LOST, reason)).start();
        halt.accept(LOST);
    }

    private static Thread thread(Runnable task) {
        return GuestThreads.daemon("strata-oob", task);
    }
}
