package org.strata.launcher.node;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What starts the daemon on another host, and the parameters that it gets with its hello. */
public final class DaemonCommand {
    /** Directory for the job's files; empty for the host's own choice. */
    public static final String SCRATCH = "tmpdir";

    /** The remote shell's words, with a line end between them. */
    public static final String AGENT = "agent";

    /** The command line that starts a daemon. */
    public static final String COMMAND = "command";

    private DaemonCommand() {}

    /**
     * Returns the words that start a daemon.
     *
     * @param java the java command there
     * @param home the distribution there
     */
    public static List<String> words(String java, Path home) {
        Path lib = home.resolve("lib");
        return List.of(
                java,
                "-Xlog:aot*=off,cds*=off",
                "-XX:AOTCache=" + lib.resolve("mpirun.aot"),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "-Dstrata.home=" + home,
                "-cp",
                lib.resolve("mpi.jar").toString(),
                Stratad.class.getName());
    }

    /** Returns the parameters for a hello. */
    public static Map<String, String> parameters(
            List<String> agent, String command, String scratch) {
        return Map.of(AGENT, String.join("\n", agent), COMMAND, command, SCRATCH, scratch);
    }
}
