package org.strata.launcher.ess;

import org.strata.launcher.job.RankEnvironment;
import org.strata.mca.ess.EssComponent;
import org.strata.oob.OobClient;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** Ranks that Strata's own mpirun started: the address and the secret are in a file it names. */
public final class OwnComponent implements EssComponent {
    /** More than singleton's, less than what a resource manager's would be. */
    private static final int PRIORITY = 50;

    private final OwnConfig config;
    private final Map<String, String> environment;
    private final IntConsumer halt;

    /**
     * @param config its parameters
     * @param environment this process's environment
     * @param halt ends the process at once with an exit code, without shutdown hooks
     */
    public OwnComponent(OwnConfig config, Map<String, String> environment, IntConsumer halt) {
        this.config = config;
        this.environment = environment;
        this.halt = halt;
    }

    @Override
    public String framework() {
        return "ess";
    }

    @Override
    public String name() {
        return "own";
    }

    @Override
    public int priority() {
        return PRIORITY;
    }

    @Override
    public boolean available() {
        return environment.containsKey(RankEnvironment.CONTACT)
                && environment.containsKey(RankEnvironment.RANK);
    }

    @Override
    public Membership join() throws EssException {
        Path contact = Path.of(environment.get(RankEnvironment.CONTACT));
        try {
            List<String> lines = Files.readAllLines(contact);
            int rank = Integer.parseInt(environment.get(RankEnvironment.RANK));
            int port = Integer.parseInt(lines.get(1));
            byte[] secret = HexFormat.of().parseHex(lines.get(2));
            OobClient.Ticket ticket =
                    new OobClient.Ticket(
                            new InetSocketAddress(InetAddress.getByName(lines.get(0)), port),
                            secret,
                            rank,
                            ProcessHandle.current().pid(),
                            config.joinTimeout());
            OobClient oob = OobClient.join(ticket, this::lost, OwnComponent::thread);
            return new Membership(new OwnEnvironment(oob, rank, secret, halt), oob);
        } catch (IOException e) {
            throw new EssException("This process cannot join its job: " + e.getMessage(), e);
        }
    }

    /** Without mpirun there is no job: nothing would end this process when others die. */
    private void lost(String reason) {
        halt.accept(OwnEnvironment.LOST);
    }

    private static Thread thread(Runnable task) {
        return Thread.ofPlatform().daemon().name("strata-oob").unstarted(task);
    }
}
