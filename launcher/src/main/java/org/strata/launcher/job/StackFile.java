package org.strata.launcher.job;

import org.strata.launcher.raw.RawPath;
import org.strata.mca.base.Printable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The file with the Java stacks of a job's ranks that a report leaves: it outlives the job. It is
 * written anew for each report.
 *
 * @param directory where it is made; null for none
 * @param scratch where it is made if that is not possible
 * @param job the job's name
 */
record StackFile(Path directory, Path scratch, String job) {
    /** Returns the lines of the stacks of ranks. */
    static List<String> lines(List<RankProcess> ranks, Map<Integer, List<String>> stacks) {
        List<String> lines = new ArrayList<>();
        for (RankProcess rank : ranks) {
            if (rank.running()) {
                List<String> threads = stacks.getOrDefault(rank.rank(), List.of());
                String none = threads.isEmpty() ? " none, no JVM of it answers" : "";
                lines.add("stacks of rank " + rank.rank() + ":" + none);
                threads.forEach(thread -> lines.addAll(thread.lines().toList()));
            }
        }
        return lines.stream().map(Printable::text).toList();
    }

    /** Writes the file; returns a line that says where it is, or why there is none. */
    String write(List<String> lines, int ranks) {
        String name = "strata-" + job + "-stacks.txt";
        String reason = "";
        for (Path folder : List.of(directory, scratch)) {
            Path file = folder.resolve(name);
            try {
                // Never through a link, or into a file, that others have put there: both may be in
                // a directory for temporary files.
                Files.deleteIfExists(file);
                Files.write(file, lines, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                return "stacks: " + RawPath.text(file) + " (ranks: " + ranks + ")";
            } catch (IOException e) {
                reason = RawPath.text(file) + ": " + RawPath.reason(e, file);
            }
        }
        return "stacks: no file can be written, " + reason;
    }
}
