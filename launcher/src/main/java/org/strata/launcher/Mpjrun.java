package org.strata.launcher;

import org.strata.launcher.cli.MpjOptions;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.io.OutputSink;
import org.strata.launcher.job.Console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.List;

/** The command {@code mpjrun.sh}: mpirun with the options of MPJ Express. */
public final class Mpjrun {
    private static final String NAME = "mpjrun";

    private Mpjrun() {}

    /** Runs the command. */
    public static void main(String[] words) throws InterruptedException {
        OutputSink err = new OutputSink(new FileOutputStream(FileDescriptor.err), true);
        Console console = new Console(NAME, err, false, false);
        try {
            MpjOptions options =
                    MpjOptions.parse(
                            List.of(words),
                            Path.of("").toAbsolutePath(),
                            Runtime.getRuntime().availableProcessors());
            if (options.help()) {
                OutputSink out = new OutputSink(new FileOutputStream(FileDescriptor.out), false);
                new Console(out, false, false).print(MpjOptions.HELP);
                return;
            }
            if (!options.ignored().isEmpty()) {
                console.warn(
                        "Options of MPJ Express that have no effect: "
                                + String.join(", ", options.ignored()));
            }
            Mpirun.start(NAME, options.words());
        } catch (UsageException e) {
            console.error(e.lines());
            System.exit(1);
        }
    }
}
