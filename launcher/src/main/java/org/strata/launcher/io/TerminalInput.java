package org.strata.launcher.io;

import org.strata.opal.sys.HostFiles;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;

/**
 * Standard input that is a terminal. The kernel stops a background process that reads it; with
 * SIGTTIN ignored, as mpirun has it, the read fails instead. Either way mpirun reads only while it
 * is in the foreground, so that a job started with {@code &} goes on.
 */
public final class TerminalInput extends FilterInputStream {
    private static final long LOOK_MILLIS = 200;

    private TerminalInput(InputStream in) {
        super(in);
    }

    /** Returns standard input itself, unless it is a terminal. */
    public static InputStream of(InputStream in) {
        return HostFiles.inputIsTerminal() ? new TerminalInput(in) : in;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        while (true) {
            awaitForeground();
            try {
                return super.read(buffer, offset, length);
            } catch (IOException e) {
                if (inForeground()) {
                    throw e;
                }
            }
        }
    }

    private static void awaitForeground() throws IOException {
        try {
            while (!inForeground()) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean inForeground() throws IOException {
        byte[] stat = Files.readAllBytes(HostFiles.process("self/stat"));
        return inForeground(new String(stat, StandardCharsets.ISO_8859_1));
    }

    /**
     * Compares the process group with that of the terminal.
     *
     * @param stat a line of /proc/PID/stat, whose second field may contain anything
     */
    static boolean inForeground(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        String group = fields[2];
        String foreground = fields[5];
        return group.equals(foreground);
    }
}
