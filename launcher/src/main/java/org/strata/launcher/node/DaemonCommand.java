package org.strata.launcher.node;

import org.strata.launcher.plm.AgentCommand;
import org.strata.launcher.program.Distribution;

import java.nio.file.Path;
import java.util.ArrayList;
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

    /** The hosts by number, with a line end between them, where one hello is for all daemons. */
    public static final String HOSTS = "hosts";

    /** Milliseconds that processes may take to end before they are killed; none: no time. */
    public static final String GRACE = "grace";

    private DaemonCommand() {}

    /**
     * Returns the words that start a daemon.
     *
     * @param java the java command there
     * @param home the distribution there
     */
    public static List<String> words(String java, Path home) {
        Path lib = home.resolve("lib");
        List<String> words = new ArrayList<>(List.of(java));
        words.addAll(Distribution.cacheOptions(lib.resolve("mpirun.aot")));
        words.addAll(
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dstrata.home=" + home,
                        "-cp",
                        lib.resolve("mpi.jar").toString(),
                        Stratad.class.getName()));
        return words;
    }

    /** Returns the parameters for the hello of a daemon that may start others. */
    public static Map<String, String> parameters(AgentCommand agent, String scratch) {
        return Map.of(
                AGENT,
                String.join("\n", agent.agent()),
                COMMAND,
                agent.command(),
                SCRATCH,
                scratch);
    }

    /**
     * Returns the parameters for a hello that all daemons get.
     *
     * @param hosts the hosts of the daemons by number, from 1
     */
    public static Map<String, String> parameters(List<String> hosts, String scratch) {
        return Map.of(HOSTS, String.join("\n", hosts), SCRATCH, scratch);
    }
}
