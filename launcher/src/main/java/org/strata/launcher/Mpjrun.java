package org.strata.launcher;

import org.strata.launcher.cli.MpjOptions;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.io.OutputSink;
import org.strata.launcher.job.Console;
import org.strata.launcher.program.Distribution;
import org.strata.launcher.program.Programs;
import org.strata.launcher.raw.OwnProcess;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The commands {@code mpjrun.sh}, {@code fmpjrun} and {@code mpjrun_errdetect_wrapper.sh}: mpirun
 * with the options of MPJ Express and FastMPJ.
 */
public final class Mpjrun {
    /** Behind it the scripts give the name that the user has typed. */
    private static final String CALLED = "--called";

    private static final String SUFFIX = ".sh";

    private Mpjrun() {}

    /** Runs the command. */
    public static void main(String[] given) throws InterruptedException {
        List<String> words = OwnProcess.arguments(given);
        boolean called = words.size() >= 2 && words.getFirst().equals(CALLED);
        run(called ? words.get(1) : "mpjrun", called ? words.subList(2, words.size()) : words);
    }

    /**
     * Runs a job in a process of its own and waits for its end, for programs that start jobs.
     *
     * @param words those of {@code mpjrun.sh}
     * @return the exit code
     */
    public static int process(String[] words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Programs.ownJava().toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(List.of("-cp", Distribution.installed().jar().toString()));
        command.add(Mpjrun.class.getName());
        command.addAll(List.of(words));
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    private static void run(String typed, List<String> words) throws InterruptedException {
        String name = typed.replace(SUFFIX, "");
        OutputSink err = new OutputSink(new FileOutputStream(FileDescriptor.err), true);
        Console console = new Console(name, err, false, false);
        try {
            MpjOptions options =
                    MpjOptions.parse(
                            MpjOptions.Command.of(name),
                            words,
                            OwnProcess.directory(),
                            Runtime.getRuntime().availableProcessors());
            if (options.help()) {
                OutputSink out = new OutputSink(new FileOutputStream(FileDescriptor.out), false);
                new Console(out, false, false).print(MpjOptions.help(typed));
                return;
            }
            if (!options.ignored().isEmpty()) {
                console.warn(
                        "Options of MPJ Express that have no effect: "
                                + String.join(", ", options.ignored()));
            }
            Mpirun.start(name, options.words());
        } catch (UsageException e) {
            console.error(e.lines());
            System.exit(1);
        }
    }
}
