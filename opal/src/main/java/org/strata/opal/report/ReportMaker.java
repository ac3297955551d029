package org.strata.opal.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Makes the report of a job that no mpirun of ours has started, in the process where the numbers of
 * its ranks are. {@link java.util.ServiceLoader} finds it: ranks do not know what reports look
 * like. Tier 3.
 */
public interface ReportMaker {
    /**
     * Begins the report of a job that starts.
     *
     * @param file the value of parameter {@code mpi_report}: a file, or a word that asks for the
     *     summary alone
     * @param directory where a relative name begins
     * @throws IOException when the file cannot be written; the message says why
     */
    Report begin(String file, Path directory) throws IOException;

    /** A report that is to be made. */
    interface Report {
        /**
         * Writes it, and returns lines for the user. A file that fails then is one of the lines.
         */
        List<String> write(Job job);
    }

    /**
     * A job that has ended.
     *
     * @param id its name
     * @param command what its ranks run
     * @param hosts the host of each rank
     * @param numbers what ranks have left, by rank, as {@link NumbersCodec} writes it
     * @param ended how the job has ended
     * @param parameters those that differ from their defaults
     */
    record Job(
            String id,
            String command,
            List<String> hosts,
            Map<Integer, byte[]> numbers,
            String ended,
            List<String> parameters) {}
}
