package org.strata.launcher.program;

import org.strata.launcher.raw.RawPath;

import java.io.File;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A class that a rank's JVM has not found, as the text of its {@code ClassNotFoundException} tells.
 *
 * @param name the class
 */
public record MissingClass(String name) implements LoadFailure {
    /** What stands in front of the JVM's words; the words before it depend on the locale. */
    public static final String ERROR = "ClassNotFoundException";

    private static final Pattern NAME = Pattern.compile("^: (\\S+)\\s*$");

    /** Reads what follows {@link #ERROR} in the line of the JVM; null for another text. */
    public static MissingClass parse(String text) {
        Matcher name = NAME.matcher(text);
        return name.find() ? new MissingClass(name.group(1)) : null;
    }

    /** Other classes that are missing are the program's own matter: its stack trace says more. */
    @Override
    public boolean explains(Program program) {
        return program.main().replace('/', '.').equals(name);
    }

    @Override
    public String failure() {
        return "did not find class " + name;
    }

    @Override
    public List<String> explanation(Program program) {
        List<String> lines = new ArrayList<>();
        String on = program.host() == null ? "" : " on " + program.host();
        lines.add("  Looked in:  " + String.join(", ", places(program)) + on);
        lines.add("");
        if (program.host() != null) {
            lines.add(
                    "A program has to be at the same path on every host, by a shared file system"
                            + " or copied.");
            return lines;
        }
        String source = name.substring(name.lastIndexOf('.') + 1) + ".java";
        if (Files.isRegularFile(program.directory().resolve(source))) {
            lines.add(
                    "Try: java "
                            + source
                            + ", which compiles it, or mpijavac "
                            + source
                            + " before.");
        } else {
            lines.add("Try: java -cp DIRECTORY " + name + ", where DIRECTORY (or a jar) has it.");
        }
        return lines;
    }

    /** Returns the entries of the class path that are not Strata's own. */
    private static List<String> places(Program program) {
        List<String> words = program.words();
        int option = words.indexOf("-cp");
        List<String> places = new ArrayList<>();
        if (option >= 0 && option + 1 < words.size()) {
            String here = RawPath.text(program.directory());
            for (String entry : words.get(option + 1).split(File.pathSeparator, -1)) {
                if (entry.equals(here)) {
                    places.add(entry + " (the working directory)");
                } else if (!entry.matches(".*/mp[ij]\\.jar")) {
                    boolean absent =
                            program.host() == null
                                    && !Files.exists(program.directory().resolve(entry));
                    places.add(absent ? entry + " (not there)" : entry);
                }
            }
        }
        return places.isEmpty() ? List.of("the class path of mpirun's command") : places;
    }
}
