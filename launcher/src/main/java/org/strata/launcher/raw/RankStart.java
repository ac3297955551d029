package org.strata.launcher.raw;

import org.strata.ess.own.RankIdentity;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Starts the process of a rank. The JDK encodes words, variables and directory with the character
 * set of the locale. If that has no character for a byte of them, a shell starts the rank: it reads
 * a file of single-quoted bytes, changes the directory, and becomes {@code env}, which becomes the
 * program. The process number stays.
 */
public final class RankStart {
    private static final String SHELL = "/bin/sh";
    private static final String ENV = "exec /usr/bin/env -i --";

    /** {@code env} takes a program with an equals sign in its name for a variable. */
    private static final String NOT_A_VARIABLE = "nice -n 0 --";

    private final List<String> words;
    private final Path directory;
    private final Map<String, String> variables;
    private final Path file;
    private final ProcessBuilder builder = new ProcessBuilder();

    /**
     * @param words the command line, program first; the program is an absolute path
     * @param directory the working directory
     * @param variables the whole environment; modifiable
     * @param file where the shell's commands are written if need be
     */
    public RankStart(List<String> words, Path directory, Map<String, String> variables, Path file) {
        this.words = words;
        this.directory = directory;
        this.variables = variables;
        this.file = file;
    }

    /** Returns the builder, whose streams may be redirected. */
    public ProcessBuilder streams() {
        return builder;
    }

    /** Returns the environment, to add to. */
    public Map<String, String> variables() {
        return variables;
    }

    /** Starts the process. */
    public Process start() throws IOException {
        builder.environment().clear();
        if (!isRaw()) {
            builder.command(words).directory(directory.toFile());
            builder.environment().putAll(variables);
            return builder.start();
        }
        Files.write(file, script());
        // By this variable a process is found as one of the job before env has set all.
        String job = variables.get(RankIdentity.JOB_ID);
        if (job != null) {
            builder.environment().put(RankIdentity.JOB_ID, job);
        }
        return builder.command(SHELL, file.toString()).start();
    }

    private boolean isRaw() {
        return RawText.isRaw(RawPath.text(directory))
                || words.stream().anyMatch(RawText::isRaw)
                || variables.entrySet().stream()
                        .anyMatch(each ->
                                RawText.isRaw(each.getKey()) || RawText.isRaw(each.getValue()));
    }

    private byte[] script() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(RawText.encode("cd "));
        quote(RawPath.text(directory), out);
        out.writeBytes(RawText.encode(" || exit\n" + ENV));
        variables.forEach((name, value) -> {
            if (!name.startsWith("=")) {
                quote(name + "=" + value, out);
            }
        });
        if (words.getFirst().indexOf('=') >= 0) {
            out.writeBytes(RawText.encode(" " + NOT_A_VARIABLE));
        }
        words.forEach(word -> quote(word, out));
        out.write('\n');
        return out.toByteArray();
    }

    private static void quote(String word, ByteArrayOutputStream out) {
        out.writeBytes(RawText.encode(" '" + word.replace("'", "'\\''") + "'"));
    }
}
