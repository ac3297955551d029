package org.strata.mca.base;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;

/** Writes to a stream; every line but a box's carries the prefix {@code [host:pid]}. */
public final class ConsoleOutput implements Output {
    private final PrintStream stream;
    private final String prefix;
    private final Map<String, Integer> levels = new HashMap<>();

    /**
     * @param stream receives the text
     * @param host this node's name
     * @param pid this process
     * @param parameters the levels of the verbose streams
     */
    public ConsoleOutput(PrintStream stream, String host, long pid, Parameters parameters) {
        this.stream = stream;
        prefix = "[" + host + ":" + pid + "] ";
        for (Framework framework : Framework.ALL) {
            Section section = parameters.section(framework.name(), "base");
            levels.put(framework.name(), section.integer("verbose"));
        }
    }

    @Override
    public void warn(String boxedOrLine) {
        print(boxedOrLine.startsWith("----") ? boxedOrLine : prefixed(boxedOrLine));
    }

    @Override
    public void verbose(String framework, int level, String line) {
        if (isVerbose(framework, level)) {
            print(prefixed(framework + ": " + line));
        }
    }

    @Override
    public boolean isVerbose(String framework, int level) {
        return level <= levels.getOrDefault(framework, 0);
    }

    private String prefixed(String lines) {
        return prefix + lines.replace("\n", "\n" + prefix);
    }

    /** One write per message, so that messages of several threads do not mix. */
    private void print(String text) {
        stream.print(text + System.lineSeparator());
        stream.flush();
    }
}
