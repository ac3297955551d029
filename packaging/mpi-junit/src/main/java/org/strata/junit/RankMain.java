package org.strata.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import mpi.MPI;
import mpi.MPIException;

import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The main program of a rank: runs one test and writes its result to a file. */
final class RankMain {
    /** How long a rank that failed waits for the others' results before the job is ended. */
    private static final long GRACE_SECONDS = 1;

    private static final long PAUSE_MILLIS = 10;
    private static boolean rank;

    private RankMain() {}

    /** Returns whether this process is a rank of a test. */
    static boolean isRank() {
        return rank;
    }

    /**
     * Runs the test.
     *
     * @param words the unique id of the test, the directory for results, the number of ranks
     */
    public static void main(String[] words) throws Exception {
        rank = true;
        Path directory = Path.of(words[1]);
        int ranks = Integer.parseInt(words[2]);
        RankResult result = run(words[0]);
        result.write(directory, Integer.parseInt(System.getenv("OMPI_COMM_WORLD_RANK")));
        if (result.status() != RankResult.Status.PASSED) {
            awaitOthers(directory, ranks);
            System.exit(1);
        }
        finish();
    }

    private static RankResult run(String test) {
        LauncherConfig config =
                LauncherConfig.builder()
                        .enableTestExecutionListenerAutoRegistration(false)
                        .enablePostDiscoveryFilterAutoRegistration(false)
                        .enableLauncherSessionListenerAutoRegistration(false)
                        .build();
        LauncherDiscoveryRequest request =
                LauncherDiscoveryRequestBuilder.request().selectors(selectUniqueId(test)).build();
        Launcher launcher = LauncherFactory.create(config);
        ResultListener listener = new ResultListener();
        launcher.execute(request, listener);
        return listener.result();
    }

    /** The others may be about to fail as well: mpirun ends them when this rank exits. */
    private static void awaitOthers(Path directory, int ranks)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
        while (RankResult.count(directory, ranks) < ranks && System.nanoTime() - end < 0) {
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private static void finish() throws MPIException {
        if (MPI.isInitialized() && !MPI.isFinalized()) {
            MPI.Finalize();
        }
        System.exit(0);
    }
}
