package org.strata.launcher;

import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.federation.NameService;
import org.strata.launcher.federation.OfferedService;
import org.strata.launcher.federation.ServerFile;
import org.strata.launcher.federation.ServerFinder;
import org.strata.launcher.federation.UsedService;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.Section;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Makes what connects a job to others, from the options of mpirun. */
final class NameServices {
    private static final long LOOK_MILLIS = 100;
    private static final double MILLIS_PER_SECOND = 1000;

    private NameServices() {}

    /**
     * Returns the job's name service.
     *
     * @param finder finds the server that an option names
     * @param printer prints the own URI
     */
    static NameService of(
            JobRequest.Naming naming,
            Parameters parameters,
            ServerFinder finder,
            OfferedService.Printer printer)
            throws UsageException, IOException, InterruptedException {
        if (naming.report() == null && naming.server() == null) {
            return NameService.NONE;
        }
        Section oob = parameters.section("oob");
        long patience = Math.round(oob.number("heartbeat-timeout") * MILLIS_PER_SECOND);
        if (naming.server() != null) {
            return new UsedService(found(naming, finder), patience);
        }
        return new OfferedService(
                naming.report(),
                finder.directory(),
                HeadAddresses.choose(oob.text("if-include"), List.of()),
                patience,
                printer);
    }

    private static ServerFile found(JobRequest.Naming naming, ServerFinder finder)
            throws UsageException, IOException, InterruptedException {
        Duration wait = naming.patience();
        long end = System.nanoTime() + wait.toNanos();
        while (true) {
            try {
                return finder.find(naming.server());
            } catch (NoSuchFileException e) {
                if (System.nanoTime() - end >= 0) {
                    throw noServer(naming, e);
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
        }
    }

    private static UsageException noServer(JobRequest.Naming naming, NoSuchFileException e) {
        String why = e.getReason() == null ? "there is no file " + e.getFile() : e.getReason();
        String waited =
                naming.patience().isZero()
                        ? "--wait-for-server waits for one."
                        : "It did not appear within " + naming.patience().toSeconds() + " s.";
        return new UsageException(
                "There is no name server --ompi-server " + naming.server() + ": " + why + ".",
                waited);
    }
}
