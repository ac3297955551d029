package org.strata.benchmarks.papers;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.nio.file.Path;

/** The command {@code benchmarks/papers}. */
@Command(
        name = "papers",
        mixinStandardHelpOptions = true,
        subcommands = {
            ScalablePaper.class,
            PipelinePaper.class,
            FastPaper.class,
            BlockPaper.class,
            TuplePaper.class
        },
        description = {
            "Prints the figures of the papers as tables and draws them into"
                + " benchmarks/target/papers. All run over btl openib on the software adapter, so"
                + " that they run anywhere; what counts is who wins and where curves cross."
        })
public final class Papers {
    @Option(names = "--root", hidden = true, required = true)
    private Path root;

    @Option(
            names = "--plots",
            scope = CommandLine.ScopeType.INHERIT,
            description = "Directory of the plots (default: benchmarks/target/papers)")
    private Path plots;

    /** Runs what the arguments name; {@code --help} explains. */
    public static void main(String[] args) {
        CommandLine line = new CommandLine(new Papers()).setCaseInsensitiveEnumValuesAllowed(true);
        System.exit(line.execute(args));
    }

    /** Returns where Strata is. */
    Path root() {
        return root;
    }

    /** Returns where plots go. */
    Path plots() {
        return plots != null ? plots : root.resolve("benchmarks/target/papers");
    }
}
