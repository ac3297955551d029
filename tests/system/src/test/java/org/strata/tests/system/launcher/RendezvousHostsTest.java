package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.classes;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.launcher.programs.WhereProgram;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;

/**
 * Ranks that nobody launches, on three hosts: {@code java -jar} on each, with variables set by hand
 * or as the manifests of {@code docs/kubernetes} have them. {@code mvn verify -Phosts}.
 */
@Tag("hosts")
class RendezvousHostsTest {
    private static final int HOSTS = 3;
    private static final int SSH_PORT = 22;

    /** A variable of a container, as the manifests write it. */
    private static final Pattern VARIABLE =
            Pattern.compile("\\{name: ([A-Z_]+), value: \"?([^\"}]+)\"?}");

    private static SimulatedHosts hosts;
    private static Path jar;
    private static Path secret;

    @BeforeAll
    static void up() throws IOException {
        hosts = new SimulatedHosts(HOSTS, SSH_PORT);
        jar = hosts.shared().resolve("where.jar");
        secret = Files.writeString(hosts.shared().resolve("secret"), "0123456789abcdef");
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, WhereProgram.class.getName());
        URI mpi = JobRunner.root().resolve("dist/lib/mpi.jar").toUri();
        attributes.put(Attributes.Name.CLASS_PATH, mpi + " " + Path.of(classes()).toUri());
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    }

    @AfterAll
    static void down() {
        if (hosts != null) {
            hosts.close();
        }
    }

    /** Runs ranks on the hosts in turn, rank 0 last and on the first. */
    private static List<JobRunner.Result> run(
            int ranks, String rankVariable, Map<String, String> variables) throws Exception {
        String java = JobRunner.jdk().resolve("bin/java").toString();
        List<Future<JobRunner.Result>> running = new ArrayList<>();
        List<JobRunner.Result> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(ranks)) {
            for (int rank = ranks - 1; rank >= 0; rank--) {
                JobRunner command =
                        hosts.on(
                                        rank % HOSTS + 1,
                                        java,
                                        "--enable-native-access=ALL-UNNAMED",
                                        "-jar",
                                        jar.toString())
                                .env(rankVariable, "" + rank)
                                .env("STRATA_SECRET_FILE", secret.toString());
                variables.forEach(command::env);
                running.add(threads.submit(command::run));
            }
            for (Future<JobRunner.Result> each : running) {
                results.add(each.get());
            }
        }
        return results;
    }

    private static void assertOneJob(List<JobRunner.Result> results) {
        List<String> lines = new ArrayList<>();
        for (JobRunner.Result result : results) {
            lines.addAll(result.ok().lines());
        }
        int size = results.size();
        assertThat(lines).hasSize(size);
        for (int rank = 0; rank < size; rank++) {
            String start = "rank " + rank + " of " + size + " ";
            String sum = "sum " + size * (size - 1) / 2;
            assertThat(lines).anyMatch(line -> line.startsWith(start) && line.contains(sum));
        }
        hosts.awaitClean();
    }

    @Test
    void byHand() throws Exception {
        assertOneJob(run(3, "RANK", Map.of("STRATA_RENDEZVOUS", "h1:7000", "WORLD_SIZE", "3")));
    }

    @Test
    void asTorchrunNamesThem() throws Exception {
        assertOneJob(
                run(
                        3,
                        "RANK",
                        Map.of("MASTER_ADDR", "h1", "MASTER_PORT", "7001", "WORLD_SIZE", "3")));
    }

    /** The variables of the manifests, and the rank as Kubernetes sets it. */
    @ParameterizedTest
    @CsvSource({"indexed-job.yaml, ring-0.ring", "jobset.yaml, ring-rank-0-0.ring"})
    void asKubernetesStartsThem(String name, String firstPod) throws Exception {
        String manifest =
                Files.readString(JobRunner.root().resolve("docs/kubernetes").resolve(name));
        assertThat(manifest).contains("Indexed", "subdomain: ring", "mountPath: /secret");
        Map<String, String> variables = new HashMap<>();
        VARIABLE.matcher(manifest)
                .results()
                .forEach(found -> variables.put(found.group(1), found.group(2)));
        String address = variables.get("STRATA_RENDEZVOUS");
        assertThat(address).startsWith(firstPod + ":");
        assertThat(variables.remove("STRATA_SECRET_FILE")).isEqualTo("/secret/secret");
        assertThat(manifest).contains("completions: " + variables.get("WORLD_SIZE") + "\n");
        // No cluster, no name of the pod: the first host's.
        variables.put("STRATA_RENDEZVOUS", address.replace(firstPod, "h1"));
        int ranks = Integer.parseInt(variables.get("WORLD_SIZE"));
        assertOneJob(run(ranks, "JOB_COMPLETION_INDEX", variables));
    }

    /** Who has not come is named on each host, and nobody waits for longer. */
    @Test
    void whoIsMissingIsNamed() throws Exception {
        List<JobRunner.Result> results =
                run(
                        2,
                        "RANK",
                        Map.of(
                                "STRATA_RENDEZVOUS",
                                "h1:7003",
                                "WORLD_SIZE",
                                "4",
                                "STRATA_MCA_ess_rendezvous_timeout",
                                "5"));
        assertThat(results)
                .hasSize(2)
                .allSatisfy(result -> {
                    assertThat(result.code()).isNotZero();
                    assertThat(result.err()).contains("ranks 2, 3 of 4 did not come");
                });
        hosts.awaitClean();
    }
}
