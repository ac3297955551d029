package org.strata.oob.frame;

import org.strata.opal.sys.HostFiles;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.SecureRandom;

/** Unpredictable bytes for secrets and nonces. */
public final class Secrets {
    /** Stays open: a server needs nonces even when the process has no file descriptor left. */
    private static final InputStream KERNEL = open();

    private Secrets() {}

    /** Returns the kernel's source, or null when this system has none. */
    private static InputStream open() {
        try {
            return new FileInputStream(HostFiles.random().toFile());
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Returns fresh bytes; from the kernel where it offers them, because loading the JDK's security
     * providers costs every process some 10 ms of its start.
     */
    public static byte[] random(int length) {
        byte[] bytes = KERNEL == null ? new byte[0] : read(length);
        if (bytes.length != length) {
            bytes = new byte[length];
            new SecureRandom().nextBytes(bytes);
        }
        return bytes;
    }

    private static byte[] read(int length) {
        try {
            return KERNEL.readNBytes(length);
        } catch (IOException e) {
            return new byte[0];
        }
    }
}
