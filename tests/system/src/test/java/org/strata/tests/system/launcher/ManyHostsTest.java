package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A job on 16 simulated hosts, whose daemons start each other. */
@Tag("hosts")
class ManyHostsTest {
    private static final int HOSTS = 16;
    private static final int SSH_PORT = 22;
    private static final int FAN_OUT = 2;

    @Test
    void noProcessStartsMoreThanTwoDaemons() throws IOException {
        String all =
                IntStream.rangeClosed(1, HOSTS)
                        .mapToObj(i -> "h" + i)
                        .collect(Collectors.joining(","));
        String[] words = {
            "--mca",
            "routed_radix",
            "" + FAN_OUT,
            "--host",
            all,
            "sh",
            "-c",
            "echo up; exec sleep 100"
        };
        try (SimulatedHosts hosts = new SimulatedHosts(HOSTS, SSH_PORT);
                var job = hosts.mpirun(words).start()) {
            job.awaitOut(out -> out.lines().count() == HOSTS);
            int shells = 0;
            for (int host = 0; host <= HOSTS; host++) {
                int own = hosts.on(host, "pgrep", "-x", "ssh").run().lines().size();
                assertThat(own).as("remote shells of h%d", host).isLessThanOrEqualTo(FAN_OUT);
                shells += own;
            }
            assertThat(shells).isEqualTo(HOSTS);
            hosts.on(0, "pkill", "-INT", "-f", "launcher.[M]pirun").run().ok();
            job.await().failed(130);
            hosts.awaitClean();
        }
    }
}
