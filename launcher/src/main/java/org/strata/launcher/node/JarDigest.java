package org.strata.launcher.node;

import org.strata.mca.base.Installation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * A short digest of the jar of this installation: mpirun and its daemons must be of the same build.
 * It finds mistakes, not attackers, who cannot connect.
 */
public final class JarDigest {
    private static final int BUFFER = 256 << 10;

    private JarDigest() {}

    /** Returns the digest, or "none" when this is not run from a jar. */
    public static String ofInstallation() throws IOException {
        Path jar = Installation.jar();
        if (jar == null || !Files.isRegularFile(jar)) {
            return "none";
        }
        CRC32C sum = new CRC32C();
        byte[] buffer = new byte[BUFFER];
        long size = 0;
        try (InputStream in = Files.newInputStream(jar)) {
            int count = in.read(buffer);
            while (count >= 0) {
                sum.update(buffer, 0, count);
                size += count;
                count = in.read(buffer);
            }
        }
        return Long.toHexString(sum.getValue()) + "-" + Long.toHexString(size);
    }
}
