package org.strata.btl.tcp;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.function.IntFunction;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What proves that a process belongs to the job. Each side proves that it knows the job's secret by
 * an HMAC over both nonces, both ranks and links, and its role, so that a proof is valid only once.
 */
final class Credentials {
    private static final String HMAC = "HmacSHA256";

    private final String jobId;
    private final byte[] secret;
    private final IntFunction<byte[]> random;

    /** Made at its first use: most jobs never connect, and the first digest of a JVM is slow. */
    private byte[] job;

    /**
     * @param random makes that many unpredictable bytes
     */
    Credentials(String jobId, byte[] secret, IntFunction<byte[]> random) {
        this.jobId = jobId;
        this.secret = secret.clone();
        this.random = random;
    }

    /** Which of the two sides proves itself. */
    enum Role {
        INITIATOR,
        LISTENER
    }

    /** Returns what identifies the job in handshake messages. */
    byte[] job() {
        if (job == null) {
            try {
                MessageDigest sha = MessageDigest.getInstance("SHA-256");
                byte[] digest = sha.digest(jobId.getBytes(StandardCharsets.UTF_8));
                job = Arrays.copyOf(digest, HandshakeMessage.JOB_BYTES);
            } catch (GeneralSecurityException e) {
                throw new AssertionError("every JDK has SHA-256", e);
            }
        }
        return job;
    }

    byte[] nonce() {
        return random.apply(HandshakeMessage.NONCE_BYTES);
    }

    /**
     * @param parties as the initiator names them
     */
    byte[] proof(
            Role role, HandshakeMessage.Parties parties, byte[] initiatorNonce, byte[] ownNonce) {
        ByteBuffer claim = ByteBuffer.allocate(17);
        claim.put((byte) role.ordinal());
        claim.putInt(parties.fromRank()).putInt(parties.fromLink());
        claim.putInt(parties.toRank()).putInt(parties.toLink());
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(secret, HMAC));
            mac.update(claim.array());
            mac.update(job());
            mac.update(initiatorNonce);
            return mac.doFinal(ownNonce);
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has " + HMAC, e);
        }
    }

    /** Compares in constant time: the duration does not reveal how many bytes are right. */
    static boolean same(byte[] proof, byte[] expected) {
        return MessageDigest.isEqual(proof, expected);
    }
}
