package org.strata.verbs.ibverbs;

import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.nio.file.Files;

/** The limit of locked memory of this process, for messages. */
final class MemoryLock {
    private static final String LINE = "Max locked memory";

    private MemoryLock() {}

    /** Returns the limit in words: {@code "65536 bytes"}, {@code "unlimited"}. */
    static String limit() {
        try {
            return limit(Files.readString(HostFiles.process("self/limits")));
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** Finds the soft limit in the text of /proc/PID/limits. */
    static String limit(String limits) {
        return limits.lines()
                .filter(line -> line.startsWith(LINE))
                .map(line -> line.substring(LINE.length()).trim().split(" +")[0])
                .map(value -> value.equals("unlimited") ? value : value + " bytes")
                .findFirst()
                .orElse("unknown");
    }
}
