package org.strata.launcher;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;

/**
 * The command {@code java -jar mpi.jar compile}: javac with the jar on the class path, where there
 * is no shell for the script {@code mpijavac}.
 */
public final class Mpijavac {
    private static final int FAILURE = 1;
    private static final String LONG_OPTION = "--class-path=";

    private Mpijavac() {}

    /** Runs the command. */
    public static void main(String[] words) throws URISyntaxException {
        Path jar =
                Path.of(Mpijavac.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        ToolProvider compiler = ToolProvider.findFirst("javac").orElse(null);
        if (compiler == null) {
            System.err.println(
                    "compile: this Java has no compiler ("
                            + System.getProperty("java.home")
                            + "). Give the java of a JDK.");
            System.exit(FAILURE);
        }
        List<String> all = words(List.of(words), jar.toString(), System.getenv());
        System.exit(compiler.run(System.out, System.err, all.toArray(String[]::new)));
    }

    /**
     * Returns javac's words: the jar follows the class path that they give, or that of the
     * environment, or else the working directory.
     */
    static List<String> words(List<String> given, String jar, Map<String, String> environment) {
        List<String> all = new ArrayList<>();
        boolean found = false;
        boolean value = false;
        for (String word : given) {
            if (value || word.startsWith(LONG_OPTION)) {
                all.add(word + File.pathSeparator + jar);
                found = true;
            } else {
                all.add(word);
            }
            value = !value && List.of("-cp", "-classpath", "--class-path").contains(word);
        }
        if (!found) {
            String path = environment.getOrDefault("CLASSPATH", ".");
            all.addAll(0, List.of("-cp", path + File.pathSeparator + jar));
        }
        return all;
    }
}
