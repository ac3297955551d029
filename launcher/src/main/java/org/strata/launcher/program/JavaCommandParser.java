package org.strata.launcher.program;

import org.strata.launcher.cli.UsageException;
import org.strata.launcher.program.JavaCommand.MainKind;
import org.strata.launcher.raw.RawPath;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Takes a java command line apart by the launcher's own rules (JDK 25): which options take the next
 * word as their value, and that the first other word is the main class or source file. Nothing
 * behind that word is looked at.
 */
final class JavaCommandParser {
    private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");
    private static final Set<String> MODULE_PATH = Set.of("-p", "--module-path");
    private static final Set<String> MODULE = Set.of("-m", "--module");

    /** Other options whose value is the next word. */
    private static final Set<String> WITH_VALUE =
            Set.of(
                    "--upgrade-module-path",
                    "--add-modules",
                    "--add-exports",
                    "--add-opens",
                    "--add-reads",
                    "--patch-module",
                    "--limit-modules",
                    "--enable-native-access",
                    "--describe-module",
                    "-d",
                    "--source");

    private final Path directory;
    private final List<String> options = new ArrayList<>();
    private List<String> words;
    private int next;
    private String classPath;
    private String modulePath;
    private boolean sourceMode;

    /**
     * @param directory where relative argument files are looked for
     */
    JavaCommandParser(Path directory) {
        this.directory = directory;
    }

    /**
     * Parses what follows the word {@code java}.
     *
     * @throws UsageException when an argument file cannot be read
     */
    JavaCommand parse(List<String> given) throws UsageException {
        words = new ArrayList<>(given);
        boolean argumentFiles = true;
        while (next < words.size()) {
            String word = words.get(next);
            if (word.equals("--disable-@files")) {
                argumentFiles = false;
                next++;
            } else if (argumentFiles && word.startsWith("@") && word.length() > 1) {
                expand(word);
            } else if (word.equals("-jar") && next + 1 < words.size()) {
                return ending(MainKind.JAR, words.get(next + 1), next + 2);
            } else if (MODULE.contains(word) && next + 1 < words.size()) {
                return ending(MainKind.MODULE, words.get(next + 1), next + 2);
            } else if (word.startsWith("--module=")) {
                return ending(MainKind.MODULE, valueOf(word), next + 1);
            } else if (word.startsWith("-")) {
                option(word);
            } else {
                boolean source = sourceMode || word.endsWith(".java");
                return ending(source ? MainKind.SOURCE : MainKind.CLASS, word, next + 1);
            }
        }
        return ending(MainKind.NOTHING, null, words.size());
    }

    private JavaCommand ending(MainKind kind, String main, int from) {
        List<String> arguments = List.copyOf(words.subList(from, words.size()));
        return new JavaCommand(List.copyOf(options), classPath, modulePath, kind, main, arguments);
    }

    private void option(String word) {
        boolean valued = next + 1 < words.size();
        String following = valued ? words.get(next + 1) : null;
        if (CLASS_PATH.contains(word) && valued) {
            classPath = following;
            next += 2;
        } else if (word.startsWith("--class-path=")) {
            classPath = valueOf(word);
            next++;
        } else if (MODULE_PATH.contains(word) && valued) {
            modulePath = following;
            next += 2;
        } else if (word.startsWith("--module-path=")) {
            modulePath = valueOf(word);
            next++;
        } else {
            sourceMode |= word.equals("--source") || word.startsWith("--source=");
            options.add(word);
            next++;
            if (WITH_VALUE.contains(word) && valued) {
                options.add(following);
                next++;
            }
        }
    }

    private static String valueOf(String word) {
        return word.substring(word.indexOf('=') + 1);
    }

    /** Replaces {@code @file} by the file's words; {@code @@x} stands for the word {@code @x}. */
    private void expand(String word) throws UsageException {
        if (word.startsWith("@@")) {
            // The launcher hands on "@x", which then is the main class: nothing we know starts so.
            words.set(next, word.substring(1));
            options.add(words.get(next++));
            return;
        }
        Path file = RawPath.resolve(directory, word.substring(1));
        try {
            List<String> inside = ArgumentFile.parse(Files.readString(file));
            words.remove(next);
            words.addAll(next, inside);
        } catch (IOException e) {
            throw new UsageException("The argument file " + word + " cannot be read: " + file);
        }
    }
}
