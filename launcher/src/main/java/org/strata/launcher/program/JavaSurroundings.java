package org.strata.launcher.program;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The variables by which a program that is no java command, such as a user's script, finds Java and
 * mpi.jar. A java command that it looks for in the PATH is ours: the script {@code
 * bin/wrapped/java} of the distribution, which adds to the words of mpirun's own java what {@link
 * JavaLaunch} adds, as far as a shell can. One that it finds by JAVA_HOME gets the class path by
 * CLASSPATH; there is no variable that allows native access without a line of the JVM's on stderr.
 */
final class JavaSurroundings {
    /** The script's only knowledge of this job. */
    static final String JAVA = "STRATA_WRAPPED_JAVA";

    static final String CLASS_PATH = "STRATA_WRAPPED_CLASSPATH";

    private final Distribution distribution;
    private final Path java;
    private final Map<String, String> environment;
    private final Path directory;

    /**
     * @param java mpirun's java command
     * @param environment the program's environment
     * @param directory the program's working directory
     */
    JavaSurroundings(
            Distribution distribution, Path java, Map<String, String> environment, Path directory) {
        this.distribution = distribution;
        this.java = java;
        this.environment = environment;
        this.directory = directory;
    }

    /** Returns the variables. */
    Map<String, String> variables() {
        Path tools = java.getParent();
        JavaLaunch launch = new JavaLaunch(distribution, environment, directory);
        String given = environment.getOrDefault("CLASSPATH", "");
        Map<String, String> variables = new HashMap<>();
        variables.put(JAVA, java.toString());
        variables.put(CLASS_PATH, launch.ourPath());
        variables.put("CLASSPATH", launch.behindOurs(launch.fromHere(given)));
        variables.put("JAVA_HOME", tools.getParent().toString());
        Path script = distribution.wrappedJava();
        String path = environment.getOrDefault("PATH", "");
        List<String> before =
                script != null && Files.isExecutable(script)
                        ? List.of(script.getParent().toString(), tools.toString())
                        : List.of(tools.toString());
        variables.put("PATH", String.join(":", before) + (path.isEmpty() ? "" : ":" + path));
        return variables;
    }
}
