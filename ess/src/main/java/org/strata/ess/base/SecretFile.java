package org.strata.ess.base;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What the ranks of a job know and nobody else: the bytes of a file that a variable names. */
public final class SecretFile {
    /** The variable. */
    public static final String VARIABLE = "STRATA_SECRET_FILE";

    private static final int LEAST = 16;
    private static final int MOST = 4096;
    private static final byte[] PURPOSE = {'s', 't', 'r', 'a', 't', 'a', ' ', 'j', 'o', 'b', ' '};

    private SecretFile() {}

    /** Returns the file that the environment names, or null. */
    public static Path in(Map<String, String> environment) {
        String name = environment.get(VARIABLE);
        return name == null ? null : Path.of(name);
    }

    /**
     * Reads the secret.
     *
     * @throws IOException when there is none, or too short a one; its message names the variable
     */
    public static byte[] read(Path file) throws IOException {
        byte[] secret;
        try (var in = Files.newInputStream(file)) {
            secret = in.readNBytes(MOST + 1);
        } catch (AccessDeniedException e) {
            throw new IOException(VARIABLE + " = " + file + ": this user may not read it", e);
        } catch (IOException e) {
            String why =
                    Files.exists(file) ? " cannot be read: " + e.getMessage() : " is not there";
            throw new IOException(VARIABLE + " = " + file + why, e);
        }
        if (secret.length < LEAST || secret.length > MOST) {
            throw new IOException(
                    VARIABLE
                            + " = "
                            + file
                            + " has "
                            + (secret.length > MOST ? "more than " + MOST : "" + secret.length)
                            + " bytes; a secret has "
                            + LEAST
                            + " to "
                            + MOST);
        }
        return secret;
    }

    /**
     * Returns a job's secret, of what its launcher has published and what the file has: who reads
     * the former alone cannot join (HMAC-SHA-256, RFC 2104).
     */
    static byte[] join(byte[] file, byte[] published) throws IOException {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(file, "HmacSHA256"));
            mac.update(PURPOSE);
            return mac.doFinal(published);
        } catch (GeneralSecurityException e) {
            throw new IOException("this JDK has no HMAC-SHA-256", e);
        }
    }
}
