package org.strata.oob;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/** Unpredictable bytes for secrets and nonces. */
public final class Secrets {
    private static final Path KERNEL_RANDOM = Path.of("/dev/urandom");

    private Secrets() {}

    /**
     * Returns fresh bytes; from the kernel where it offers them, because loading the JDK's security
     * providers costs every process some 10 ms of its start.
     */
    public static byte[] random(int length) {
        try (InputStream kernel = Files.newInputStream(KERNEL_RANDOM)) {
            byte[] bytes = kernel.readNBytes(length);
            if (bytes.length == length) {
                return bytes;
            }
        } catch (IOException e) {
            // This system has no such device.
            assert e != null;
        }
        byte[] bytes = new byte[length];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }
}
