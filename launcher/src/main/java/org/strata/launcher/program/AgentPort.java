package org.strata.launcher.program;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A port that a JVM listens on because of an option: for a debugger, JMX, or an agent. Of several
 * JVMs of a host with the same one, all but the first end with "Address already in use".
 *
 * @param port the port
 * @param option the option that names it
 * @param kind what listens
 */
public record AgentPort(int port, String option, Kind kind) {
    private static final String NUMBER = "(\\d{1,5})";

    /** What listens. */
    public enum Kind {
        /** The JVM's agent for debuggers. */
        DEBUGGER,
        /** The JVM's agent for JMX. */
        JMX,
        /** An agent of somebody else. */
        AGENT
    }

    private static final Pattern DEBUGGER =
            Pattern.compile(
                    "(?:-agentlib:jdwp=|-Xrunjdwp:)(?:.*,)?address=(?:[^,]*:)?"
                            + NUMBER
                            + "(?:,.*)?");

    /** Without it the JVM connects to a debugger that listens. */
    private static final Pattern SERVER = Pattern.compile(".*[=:,]server=y(?:,.*)?");

    private static final Pattern JMX =
            Pattern.compile("-Dcom\\.sun\\.management\\.(?:jmxremote|snmp)\\.port=" + NUMBER);

    /** Agents whose options begin with a port, or have one among them. */
    private static final List<Pattern> AGENTS =
            List.of(
                    Pattern.compile(
                            "-javaagent:[^=]*=(?:[\\w.-]*:|\\[[^]]*]:)?" + NUMBER + "(?:[:,].*)?"),
                    Pattern.compile(
                            "-(?:javaagent|agentpath|agentlib):[^=]*=(?:.*[,;&])?port="
                                    + NUMBER
                                    + "(?:\\D.*)?"));

    /** Returns the port of an option, if it names one that is the same for every rank. */
    public static Optional<AgentPort> of(String option) {
        if (RankNames.dependsOnRank(option)) {
            return Optional.empty();
        }
        Matcher debugger = DEBUGGER.matcher(option);
        if (debugger.matches()) {
            boolean listens = SERVER.matcher(option).matches();
            return listens ? found(debugger, option, Kind.DEBUGGER) : Optional.empty();
        }
        Matcher jmx = JMX.matcher(option);
        if (jmx.matches()) {
            return found(jmx, option, Kind.JMX);
        }
        for (Pattern pattern : AGENTS) {
            Matcher agent = pattern.matcher(option);
            if (agent.matches()) {
                return found(agent, option, Kind.AGENT);
            }
        }
        return Optional.empty();
    }

    /** Port 0 stands for any that is free. */
    private static Optional<AgentPort> found(Matcher matcher, String option, Kind kind) {
        int port = Integer.parseInt(matcher.group(1));
        return port == 0 ? Optional.empty() : Optional.of(new AgentPort(port, option, kind));
    }

    /** Returns whether an option starts the JVM's agent for debuggers. */
    public static boolean isDebugger(String option) {
        return option.startsWith("-agentlib:jdwp") || option.startsWith("-Xrunjdwp");
    }
}
