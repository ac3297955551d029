package org.strata.launcher.plm;

import org.strata.launcher.cli.UsageException;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The command that starts a daemon on another host: {@code AGENT [ARGUMENTS] HOST COMMAND}, where
 * COMMAND is one word that a shell reads there. Of agents other than ssh nothing else is assumed,
 * so that a script around {@code kubectl exec} is one.
 *
 * @param agent the remote shell with its own arguments
 * @param command what to run there
 */
public record AgentCommand(List<String> agent, String command) {
    /** A host that does not answer is noticed by ssh itself, and nobody is asked for a password. */
    private static final Map<String, String> OF_SSH = new LinkedHashMap<>();

    static {
        OF_SSH.put("BatchMode", "yes");
        OF_SSH.put("ConnectTimeout", "10");
        OF_SSH.put("ServerAliveInterval", "5");
        OF_SSH.put("ServerAliveCountMax", "3");
    }

    /** Copies the words. */
    public AgentCommand {
        agent = List.copyOf(agent);
    }

    /**
     * Finds the agent.
     *
     * @param agents value of {@code plm_rsh_agent}: commands with colons between them, the first of
     *     which that exists is used
     * @param arguments value of {@code plm_rsh_args}
     * @param command what to run on the hosts
     * @param path value of PATH
     */
    public static AgentCommand find(String agents, String arguments, String command, String path)
            throws UsageException {
        for (String each : agents.split("\\s*:\\s*")) {
            List<String> words = new ArrayList<>(List.of(each.strip().split("\\s+")));
            Path program = Executables.find(words.getFirst(), path);
            if (program != null) {
                words.set(0, program.toString());
                boolean ssh = program.getFileName().toString().equals("ssh");
                if (ssh) {
                    words.add("-x");
                }
                if (!arguments.isBlank()) {
                    words.addAll(List.of(arguments.strip().split("\\s+")));
                }
                if (ssh) {
                    addMissing(words);
                }
                return new AgentCommand(words, command);
            }
        }
        throw new UsageException(
                "No remote shell was found, and this job has processes on other hosts.",
                "plm_rsh_agent = " + agents + " names the commands that were looked for in PATH.",
                "Install an ssh client, or name a command that is called as AGENT HOST COMMAND.");
    }

    private static void addMissing(List<String> words) {
        String given = String.join(" ", words);
        OF_SSH.forEach((name, value) -> {
            if (!given.contains(name)) {
                words.add("-o");
                words.add(name + "=" + value);
            }
        });
    }

    /** Returns the words that start the daemon of a host; an empty user stands for one's own. */
    public List<String> words(String host, String user) {
        List<String> words = new ArrayList<>(agent);
        words.add(user.isEmpty() ? host : user + "@" + host);
        words.add(command);
        return words;
    }

    /** Returns a command line for a shell, in which no word has a meaning of its own. */
    public static String quoted(List<String> words) {
        StringBuilder line = new StringBuilder("exec");
        for (String word : words) {
            boolean plain = word.matches("[A-Za-z0-9_@%+=:,./-]+");
            line.append(' ').append(plain ? word : "'" + word.replace("'", "'\\''") + "'");
        }
        return line.toString();
    }
}
