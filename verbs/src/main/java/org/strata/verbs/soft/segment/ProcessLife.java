package org.strata.verbs.soft.segment;

import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Distinguishes living processes from dead ones, and from later ones with the same number. */
public final class ProcessLife {
    /** What {@link #started} returns for a process that is gone. */
    static final long GONE = -1;

    /** Fields of /proc/PID/stat after the name: the state is the first, the start the 20th. */
    private static final int START_FIELD = 19;

    private ProcessLife() {}

    /** Returns when a process started, in units of the system, or {@link #GONE}. */
    public static long started(long pid) {
        try {
            Path stat = HostFiles.process(pid + "/stat");
            String text = new String(Files.readAllBytes(stat), StandardCharsets.ISO_8859_1);
            String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
            boolean zombie = fields[0].equals("Z") || fields[0].equals("X");
            return zombie ? GONE : Long.parseLong(fields[START_FIELD]);
        } catch (IOException e) {
            return ofHandle(pid);
        }
    }

    /** Returns the start of a process on a system without /proc. */
    private static long ofHandle(long pid) {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .flatMap(process -> process.info().startInstant())
                .map(start -> start.toEpochMilli())
                .orElse(GONE);
    }
}
