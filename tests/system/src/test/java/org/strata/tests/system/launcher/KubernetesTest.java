package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.classes;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.launcher.programs.WhereProgram;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a pod of Kubernetes' mpi-operator (v2beta1) starts: mpirun without any option; hosts and
 * arguments of ssh come from variables, sshd listens on port 2222. {@code mvn verify -Phosts}.
 */
@Tag("hosts")
class KubernetesTest {
    private static final int SSH_PORT = 2222;
    private static final String RANK = "echo $OMPI_COMM_WORLD_RANK $(hostname)";
    private static final String SSH = "-o ConnectionAttempts=10";

    private static SimulatedHosts hosts;

    @BeforeAll
    static void up() throws IOException {
        hosts = new SimulatedHosts(2, SSH_PORT);
    }

    @AfterAll
    static void down() {
        if (hosts != null) {
            hosts.close();
        }
    }

    private static String file(String text) throws IOException {
        Path file = Files.createTempFile(hosts.shared(), "hostfile", "");
        Files.writeString(file, text);
        assertThat(file.toFile().setReadable(true, false)).isTrue();
        return file.toString();
    }

    private static JobRunner pod(String... words) {
        return hosts.mpirun(words).env("K_MPI_JOB_ROLE", "launcher");
    }

    private static void assertTwoPerHost(JobRunner job) {
        JobRunner.Result result = job.run().ok();
        assertThat(result.lines()).containsExactlyInAnyOrder("0 h1", "1 h1", "2 h2", "3 h2");
        result.quiet();
    }

    @Test
    void variablesForOpenMpi() throws IOException {
        String out =
                pod("java", "-cp", classes(), WhereProgram.class.getName())
                        .env("OMPI_MCA_orte_keep_fqdn_hostnames", "true")
                        .env("OMPI_MCA_orte_default_hostfile", file("h1 slots=2\nh2 slots=2\n"))
                        .env("OMPI_MCA_plm_rsh_args", SSH)
                        .env("OMPI_MCA_orte_set_default_slots", "2")
                        .run()
                        .ok()
                        .text();
        assertThat(out.lines()).hasSize(4);
        assertThat(out)
                .contains("rank 0 of 4 local 0/2 token 4 sum 6")
                .contains("rank 3 of 4 local 1/2 token 4 sum 6")
                .doesNotContain("ignored");
        assertTwoPerHost(
                pod("sh", "-c", RANK)
                        .env("OMPI_MCA_orte_keep_fqdn_hostnames", "true")
                        .env("OMPI_MCA_orte_default_hostfile", file("h1\nh2\n"))
                        .env("OMPI_MCA_plm_rsh_args", SSH)
                        .env("OMPI_MCA_orte_set_default_slots", "2"));
        hosts.awaitClean();
    }

    @Test
    void variablesForMpichAndIntel() throws IOException {
        assertTwoPerHost(
                pod("sh", "-c", RANK)
                        .env("HYDRA_HOST_FILE", file("h1:2\nh2:2\n"))
                        .env("HYDRA_LAUNCH_EXTRA_ARGS", SSH));
        assertTwoPerHost(
                pod("sh", "-c", RANK)
                        .env("I_MPI_HYDRA_HOST_FILE", file("h1:2\nh2:2\n"))
                        .env("I_MPI_PERHOST", "2"));
        String wrong =
                pod("true")
                        .env("HYDRA_HOST_FILE", file("h1:2\n"))
                        .env("HYDRA_LAUNCH_EXTRA_ARGS", SSH + " -o NoSuchOption=1")
                        .run()
                        .failed(1)
                        .message();
        assertThat(wrong).contains("h1", "Bad configuration option");
    }

    /** As in clusters that give each pod a user of its own; ssh itself refuses such a user. */
    @Test
    void aUserWithoutAName() throws IOException {
        Path agent = hosts.shared().resolve("agent");
        Files.writeString(agent, "#!/bin/sh\nshift\nexec /bin/sh -c \"$*\"\n");
        assertThat(agent.toFile().setExecutable(true, false)).isTrue();
        assertThat(hosts.shared().toFile().setExecutable(true, false)).isTrue();
        String[] words = {
            "setpriv",
            "--reuid=12345",
            "--regid=12345",
            "--clear-groups",
            "env",
            "-u",
            "HOME",
            JobRunner.root() + "/mpirun",
            "java",
            "-cp",
            classes(),
            WhereProgram.class.getName()
        };
        String out =
                hosts.on(0, words)
                        .env("OMPI_MCA_orte_default_hostfile", file("h1 slots=2\nh2 slots=2\n"))
                        .env("OMPI_MCA_plm_rsh_agent", agent.toString())
                        .run()
                        .ok()
                        .text();
        assertThat(out.lines()).hasSize(4).allMatch(line -> line.contains("of 4 local"));
    }
}
