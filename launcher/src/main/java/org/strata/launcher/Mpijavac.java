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
    private static final List<String> CLASS_PATH = List.of("-cp", "-classpath", "--class-path");
    private static final List<String> MODULE_PATH = List.of("-p", "--module-path");
    private static final List<String> MODULES = List.of("-m", "--module", "--module-source-path");

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
     * environment, or else the working directory. It follows their module path, too, and is all of
     * it where they name modules to compile and give none.
     */
    static List<String> words(List<String> given, String jar, Map<String, String> environment) {
        List<String> all = new ArrayList<>();
        boolean classes = false;
        boolean modules = false;
        boolean compilesModules = false;
        String last = "";
        for (String word : given) {
            boolean ofClasses = isValueOf(CLASS_PATH, last, word);
            boolean ofModules = isValueOf(MODULE_PATH, last, word);
            all.add(ofClasses || ofModules ? word + File.pathSeparator + jar : word);
            classes |= ofClasses;
            modules |= ofModules;
            compilesModules |=
                    word.matches("(.*[/\\\\])?module-info\\.java")
                            || MODULES.contains(word.replaceFirst("=.*", ""));
            last = CLASS_PATH.contains(last) || MODULE_PATH.contains(last) ? "" : word;
        }
        if (!classes) {
            String path = environment.getOrDefault("CLASSPATH", ".");
            all.addAll(0, List.of("-cp", path + File.pathSeparator + jar));
        }
        if (compilesModules && !modules) {
            all.addAll(0, List.of("-p", jar));
        }
        return all;
    }

    /** Returns whether a word, or what follows its =, is what one of the options is given. */
    private static boolean isValueOf(List<String> options, String last, String word) {
        return options.contains(last)
                || options.stream()
                        .filter(option -> option.startsWith("--"))
                        .anyMatch(option -> word.startsWith(option + "="));
    }
}
