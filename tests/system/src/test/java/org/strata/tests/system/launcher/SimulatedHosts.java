package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;
import static org.strata.tests.system.JobRunner.root;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.strata.tests.system.JobRunner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Hosts of network namespaces on this machine ({@code tests/system/hosts/hosts-up}): each has its
 * own network, process numbers, /tmp and /dev/shm. mpirun runs on host 0.
 */
public final class SimulatedHosts implements AutoCloseable {
    private static final String LEFT =
            "ls /dev/shm | grep strata; ls /tmp/strata.0 2>/dev/null;"
                    + " pgrep -l -f 'node.[S]tratad|Where[P]rogram|[s]leep 100$'; true";

    private final int count;
    private final Path directory;

    /** The configuration of Slurm, when that runs. */
    private String slurm;

    /**
     * Starts them, or skips the test with a reason.
     *
     * @param count hosts beside host 0
     * @param sshPort where their sshd listens
     */
    public SimulatedHosts(int count, int sshPort) throws IOException {
        this.count = count;
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")), "simulated hosts need root");
        Assumptions.assumeTrue(
                Files.isExecutable(Path.of("/usr/sbin/sshd")), "simulated hosts need sshd");
        Assumptions.assumeTrue(
                command("unshare", "--net", "--uts", "--mount", "--ipc", "--pid", "--fork", "true")
                                .run()
                                .code()
                        == 0,
                "simulated hosts need namespaces");
        directory = Files.createTempDirectory("strata-hosts");
        command(
                        root().resolve("tests/system/hosts/hosts-up").toString(),
                        directory.toString(),
                        Integer.toString(count))
                .env("KEEP", root().toString())
                .env("SSH_PORT", Integer.toString(sshPort))
                .run()
                .ok();
        // A test run that is interrupted leaves no hosts behind.
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "hosts-down"));
    }

    /** Starts Slurm, host 0 being its head, or skips the test with a reason. */
    public void startSlurm() {
        for (String command : List.of("slurmctld", "slurmd", "munged")) {
            Assumptions.assumeTrue(
                    Files.isExecutable(Path.of("/usr/sbin", command)),
                    command + " is not installed");
        }
        command(
                        root().resolve("tests/system/hosts/slurm-on-hosts").toString(),
                        directory.toString())
                .run()
                .ok();
        slurm = directory.resolve("slurm/slurm.conf").toString();
    }

    /** Returns whether {@link #startSlurm} was called. */
    public boolean slurmRuns() {
        return slurm != null;
    }

    /** Returns a directory that all hosts share. */
    public Path shared() {
        return directory;
    }

    /** Returns a run of a command on a host. */
    public JobRunner on(int host, String... words) {
        List<String> all = new ArrayList<>(List.of(directory + "/in", "h" + host));
        all.addAll(List.of(words));
        return command(all.toArray(String[]::new)).env("SLURM_CONF", slurm);
    }

    /** Returns a run of mpirun on host 0. */
    JobRunner mpirun(String... words) {
        List<String> all = new ArrayList<>(List.of(root() + "/mpirun"));
        all.addAll(List.of(words));
        return on(0, all.toArray(String[]::new));
    }

    /** Ends all processes of a host at once. */
    void crash(int host) throws IOException {
        command("kill", "-9", Files.readString(directory.resolve("h" + host + ".pid")).strip())
                .run()
                .ok();
    }

    /** Waits until nothing of a job is left on hosts: no process, shared memory or session. */
    public void awaitClean(int... hosts) {
        for (int host : hosts) {
            Awaitility.await()
                    .untilAsserted(() ->
                            assertThat(on(host, "sh", "-c", LEFT).run().ok().text())
                                    .as("left on h%d", host)
                                    .isEmpty());
        }
    }

    /** Waits until nothing of a job is left on any host. */
    public void awaitClean() {
        for (int host = 0; host <= count; host++) {
            awaitClean(host);
        }
    }

    @Override
    public void close() {
        command(directory.resolve("down").toString()).run();
    }
}
