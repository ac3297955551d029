package org.strata.launcher.session;

import org.strata.mca.base.LocalHost;
import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Which host a session is of, and which of its boots: a file in the session's directory. A host
 * that is reset loses the locks in {@code /dev/shm}, by which sessions of dead jobs are found, and
 * keeps the sessions. Hosts may share the directory of sessions: only the own host's are judged.
 */
final class BootRecord {
    /** Name of the file. */
    static final String NAME = "boot";

    private static final Path BOOT_ID = HostFiles.process("sys/kernel/random/boot_id");

    private final String boot;
    private final String host;

    BootRecord(String boot, String host) {
        this.boot = boot;
        this.host = host;
    }

    /** Returns that of this host, or null where the kernel does not name its boots. */
    static BootRecord current() {
        try {
            return new BootRecord(Files.readString(BOOT_ID).strip(), LocalHost.name());
        } catch (IOException e) {
            return null;
        }
    }

    /** Writes the record of a session. */
    void write(Path session) throws IOException {
        Files.writeString(session.resolve(NAME), text());
    }

    private String text() {
        return boot + " " + host;
    }

    /** Returns whether a record is of this host and of this boot. */
    boolean same(String record) {
        return record.equals(text());
    }

    /** Returns whether a record is of this host, and of another boot than this. */
    boolean earlier(String record) {
        String[] words = record.split(" ", 2);
        return words.length == 2 && words[1].equals(host) && !words[0].equals(boot);
    }
}
