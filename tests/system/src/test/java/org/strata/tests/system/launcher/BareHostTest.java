package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

/** Hosts that lack what most have. */
class BareHostTest {
    private static final String LOOPBACK_ONLY = "ip link set lo up && ";

    /** As in a container without network: the libraries used must not complain on stderr. */
    @Test
    void noNetworkButTheLoopback() {
        Assumptions.assumeTrue(
                command("/bin/sh", "-c", "unshare -n /bin/sh -c 'ip link set lo up'").run().code()
                        == 0,
                "a network of its own needs rights that this user does not have, or ip is missing");
        String job =
                JobRunner.root().resolve("mpirun")
                        + " -np 2 java -cp "
                        + JobRunner.classes()
                        + " org.strata.tests.system.launcher.programs.Show";
        Result result = command("unshare", "-n", "/bin/sh", "-c", LOOPBACK_ONLY + job).run().ok();
        assertThat(result.lines()).hasSize(2);
        result.quiet();
    }

    @Test
    void temporaryDirectoryThatIsNotThere() {
        Result result = mpirun("-np", "1", "echo", "x").env("TMPDIR", "/no/such").run().ok();
        assertThat(result.lines()).containsExactly("x");
        assertThat(result.err()).contains("/no/such").contains("/tmp is used");
    }
}
