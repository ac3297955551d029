package org.strata.launcher.program;

import org.strata.launcher.cli.UsageException;
import org.strata.launcher.program.JavaCommand.MainKind;
import org.strata.launcher.program.Programs.Launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The command lines of a host's ranks: each is that of its program with what one rank alone has. In
 * options of its JVM its names are replaced ({@link RankNames}); a bound of the heap and a debugger
 * are added in front of them.
 *
 * @param host the host's name
 * @param job the job's name
 * @param ranks number of the job's ranks on the host, which share its memory
 * @param memory the host's memory in bytes; 0 if it is not known
 */
public record RankCommand(String host, String job, int ranks, long memory) {
    /** The bound of the heap for java commands that a user's script starts. */
    static final String HEAP = "STRATA_WRAPPED_HEAP";

    /** The option for a debugger, for the first program that such a script starts by java. */
    static final String DEBUGGER = "STRATA_WRAPPED_DEBUGGER";

    private static final String PROCESSORS = "-XX:ActiveProcessorCount=";

    /**
     * Returns the words that start a rank.
     *
     * @param debugger an option of its JVM, or an empty text
     * @param processors how many the JVM shall count, although it asks a thread that is bound to
     *     one core by default; 0 to let it count
     * @param variables its environment, in which names are replaced, too
     */
    public List<String> words(
            Launch launch,
            int rank,
            String debugger,
            int processors,
            Map<String, String> variables) {
        RankNames names = names(rank);
        names.expand(variables);
        if (!launch.java()) {
            if (!debugger.isEmpty()) {
                variables.put(DEBUGGER, debugger);
            }
            String heap = HeapShare.option(List.of(), variables, ranks, memory);
            if (heap != null) {
                variables.put(HEAP, heap);
            }
            return launch.words();
        }
        int first = launch.wrapper() + 1;
        List<String> behind = launch.words().subList(first, launch.words().size());
        JavaCommand command = parsed(behind);
        List<String> words = new ArrayList<>(launch.words().subList(0, first));
        String heap = HeapShare.option(command.options(), variables, ranks, memory);
        if (heap != null && command.kind() != MainKind.NOTHING) {
            words.add(heap);
        }
        if (!debugger.isEmpty()) {
            words.add(debugger);
        }
        if (processors > 0 && !command.hasOption(option -> option.startsWith(PROCESSORS))) {
            words.add(PROCESSORS + processors);
        }
        int options = behind.size() - command.arguments().size();
        for (int i = 0; i < behind.size(); i++) {
            words.add(i < options ? names.option(behind.get(i)) : behind.get(i));
        }
        return words;
    }

    /** Returns what stands for a rank of this host in names of files. */
    public RankNames names(int rank) {
        return new RankNames(rank, host, job);
    }

    /** Argument files have been replaced by their words, so that nothing is read. */
    private static JavaCommand parsed(List<String> words) {
        try {
            return new JavaCommandParser(Path.of("")).parse(words);
        } catch (UsageException e) {
            return new JavaCommand(words, null, null, MainKind.NOTHING, null, List.of());
        }
    }
}
