package org.strata.mca.base;

import java.util.regex.Pattern;

/**
 * What a process or its host can run out of. The system's error ("Too many open files") and the
 * JDK's say neither what bounds it nor what to do; a message for the user needs both.
 */
public enum Shortage {
    /** EMFILE, ENFILE. */
    DESCRIPTORS(
            "no file descriptor is left",
            "ulimit -n bounds the descriptors of a process, fs.file-max those of the host.",
            "2[34]",
            "Too many open files|failed to open a new selector"),
    /** EAGAIN of fork and clone. */
    PROCESSES(
            "no more processes or threads may be started",
            "ulimit -u bounds those of this user on the host, pids.max those of a container, ulimit"
                    + " -v the memory for a thread's stack.",
            "11",
            "Resource temporarily unavailable|unable to create native thread"),
    /** ENOMEM. */
    MEMORY(
            "no memory is left",
            "ulimit -v, memory.max of a container, or the host's memory bounds it.",
            "12",
            "Cannot allocate memory|Not enough space"),
    /** The JVM's own limits. */
    HEAP(
            "the memory that its JVM may use is full",
            "java -Xmx, -XX:MaxDirectMemorySize and -XX:MaxMetaspaceSize bound that of a rank.",
            "",
            "Java heap space|GC overhead limit|Metaspace|Cannot reserve \\d+ bytes of direct"
                    + " buffer"),
    /** ENOSPC, EDQUOT: no bytes, or no more files. */
    DISK(
            "the disk is full",
            "df shows its bytes, df -i how many files it can still have, quota this user's share.",
            "28|122",
            "No space left on device|Disk quota exceeded");

    private final String what;
    private final String bound;
    private final Pattern cause;

    /** The JDK words the number of a system's error as "error=24, ...", "error: 24 (...)". */
    Shortage(String what, String bound, String numbers, String texts) {
        this.what = what;
        this.bound = bound;
        String number = numbers.isEmpty() ? "" : "error[=:] ?(" + numbers + ")\\b|";
        cause = Pattern.compile(number + texts);
    }

    /**
     * Returns what has run out by the message of a failure or of one of its causes; null when they
     * are about something else.
     */
    public static Shortage of(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            String message = t.getMessage() == null ? "" : t.getMessage();
            for (Shortage each : values()) {
                if (each.cause.matcher(message).find()) {
                    return each;
                }
            }
        }
        return null;
    }

    /** Returns what has happened, as a sentence without its capital and its full stop. */
    public String what() {
        return what;
    }

    /** Returns a sentence on what bounds the resource. */
    public String bound() {
        return bound;
    }
}
