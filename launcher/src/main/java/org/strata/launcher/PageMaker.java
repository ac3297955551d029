package org.strata.launcher;

import org.strata.launcher.cli.ManualPages;
import org.strata.mca.base.Parameter;
import org.strata.mca.base.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes manual pages and shell completions; the build runs it. */
public final class PageMaker {
    private PageMaker() {}

    /** Writes them below a directory; the second argument is the help text of mpijavac. */
    public static void main(String[] words) throws IOException {
        List<String> parameters =
                Parameters.ofThisProcess().describe().stream().map(Parameter::name).toList();
        for (Map.Entry<String, String> page :
                ManualPages.all(parameters, MpiInfo.USAGE, words[1]).entrySet()) {
            Path file = Path.of(words[0]).resolve(page.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, page.getValue());
        }
    }
}
