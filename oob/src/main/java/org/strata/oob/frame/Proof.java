package org.strata.oob.frame;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Proofs that a side knows the job's secret: HMAC-SHA-256 (RFC 2104) over its role, its rank and
 * both nonces. Written on MessageDigest because loading the JCE framework costs every rank more
 * start-up time than the rest of the handshake.
 */
public final class Proof {
    /** Time that a peer has to prove itself; enough for a rank on an overloaded host. */
    public static final long HANDSHAKE_MILLIS = 10_000;

    /** What a refusal means. */
    public static final String REFUSAL = "it has another secret, or expects no such process";

    public static final int NONCE_BYTES = 32;
    public static final int BYTES = 32;
    private static final int BLOCK = 64;

    private Proof() {}

    public static byte[] nonce() {
        return Secrets.random(NONCE_BYTES);
    }

    /** What a rank presents. */
    public static byte[] ofRank(byte[] secret, int rank, byte[] serverNonce, byte[] clientNonce) {
        return of("rank", secret, rank, serverNonce, clientNonce);
    }

    /** What the server presents to a rank. */
    public static byte[] ofServer(byte[] secret, int rank, byte[] serverNonce, byte[] clientNonce) {
        return of("server", secret, rank, serverNonce, clientNonce);
    }

    /** Returns a proof, or a key: the role's code with a number and both nonces. */
    public static byte[] of(String role, byte[] secret, int rank, byte[] first, byte[] second) {
        byte[] name = role.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer message =
                ByteBuffer.allocate(name.length + Integer.BYTES + first.length + second.length);
        message.put(name).putInt(rank).put(first).put(second);
        return hmac(secret, message.flip());
    }

    /** Returns the code of the parts of a message, one after the other. */
    public static byte[] hmac(byte[] key, ByteBuffer... message) {
        MessageDigest digest = sha256();
        byte[] block = Arrays.copyOf(key.length > BLOCK ? digest.digest(key) : key, BLOCK);
        digest.update(xor(block, 0x36));
        for (ByteBuffer part : message) {
            digest.update(part);
        }
        byte[] inner = digest.digest();
        digest.update(xor(block, 0x5c));
        return digest.digest(inner);
    }

    private static byte[] xor(byte[] block, int pad) {
        byte[] result = new byte[block.length];
        for (int i = 0; i < block.length; i++) {
            result[i] = (byte) (block[i] ^ pad);
        }
        return result;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
