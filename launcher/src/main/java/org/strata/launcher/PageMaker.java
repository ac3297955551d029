package org.strata.launcher;

import org.strata.launcher.cli.ManualPages;
import org.strata.mca.base.Parameter;
import org.strata.mca.base.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes manual pages and shell completions. */
final class PageMaker {
    private PageMaker() {}

    /** Writes them below a directory. */
    static void make(Path directory, String helpOfMpijavac) throws IOException {
        List<String> parameters =
                Parameters.ofThisProcess().describe().stream().map(Parameter::name).toList();
        for (Map.Entry<String, String> page :
                ManualPages.all(
                                parameters,
                                MpiInfo.USAGE,
                                MpiReport.USAGE,
                                MpiTop.USAGE,
                                helpOfMpijavac)
                        .entrySet()) {
            Path file = directory.resolve(page.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, page.getValue());
        }
    }
}
