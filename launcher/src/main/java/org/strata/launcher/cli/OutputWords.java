package org.strata.launcher.cli;

import org.strata.launcher.raw.RawPath;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the options about output, in their v4 and v5 spellings. */
final class OutputWords {
    private static final Set<String> FLAGS =
            Set.of("tag", "timestamp", "xml", "merge", "nocopy", "nojobid");

    private OutputWords() {}

    static JobRequest.OutputOptions parse(ProgramOptions first) throws UsageException {
        Set<String> words = new HashSet<>();
        Path directory = null;
        for (String value : first.all("output")) {
            for (String word : value.split("[,:]", -1)) {
                if (word.startsWith("dir=")) {
                    directory = RawPath.of(word.substring("dir=".length()));
                } else if (FLAGS.contains(word)) {
                    words.add(word);
                } else {
                    throw unknown("--output", word);
                }
            }
        }
        String filename = first.last("output-filename");
        if (filename != null) {
            int colon = filename.lastIndexOf(':');
            directory = RawPath.of(colon < 0 ? filename : filename.substring(0, colon));
            if (colon >= 0) {
                for (String word : filename.substring(colon + 1).split(",", -1)) {
                    if (!List.of("nocopy", "nojobid").contains(word)) {
                        throw unknown("--output-filename", word);
                    }
                    words.add(word);
                }
            }
        }
        String document = first.last("xml-file");
        boolean xml = document != null || words.contains("xml") || first.has("xml");
        boolean merge = words.contains("merge") || first.has("merge-stderr-to-stdout");
        return new JobRequest.OutputOptions(
                words.contains("tag") || first.has("tag-output"),
                words.contains("timestamp") || first.has("timestamp-output"),
                // In one document the streams are merged, and each element says which it is of.
                merge && !xml,
                directory,
                directory == null || !words.contains("nocopy"),
                !words.contains("nojobid"),
                xml,
                document == null ? null : RawPath.of(document));
    }

    private static UsageException unknown(String option, String word) {
        return new UsageException(
                option + " knows no \"" + word + "\"; \"mpirun -h output\" tells what it knows.");
    }
}
