package org.strata.btl.tcp;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What proves that a process belongs to the job. Each side proves that it knows the job's secret by
 * an HMAC over both nonces, both ranks and links, and its role, so that a proof is valid only once.
 * The first message has a tag of the same kind over the initiator's nonce alone: the job's id is no
 * secret, and whoever knows only that is dropped before peers are.
 */
final class Credentials {
    private static final String HMAC = "HmacSHA256";

    /** Nonces that are kept: more connections than are made while one is in its handshake. */
    static final int MOST_GREETED = 1 << 14;

    private final String jobId;
    private final byte[] secret;
    private final IntFunction<byte[]> random;

    /** The newest nonces of initiators: only processes of the job add to them. */
    private final Set<ByteBuffer> greeted =
            Collections.newSetFromMap(
                    new LinkedHashMap<>() {
                        @Override
                        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Boolean> eldest) {
                            return size() > MOST_GREETED;
                        }
                    });

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
        LISTENER,
        /** The initiator, before it knows the listener's nonce. */
        GREETER
    }

    /** Stands for the nonce of the listener where it is not known yet. */
    private static final byte[] NONE = {};

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

    /** Returns the tag of the first message of an initiator. */
    byte[] greeting(HandshakeMessage.Parties parties, byte[] initiatorNonce) {
        return proof(Role.GREETER, parties, initiatorNonce, NONE);
    }

    /**
     * Notes the nonce of an initiator that knows the job's secret; returns false when it is not
     * new: somebody on the network repeats what a process of the job has sent.
     */
    boolean isNew(byte[] nonce) {
        return greeted.add(ByteBuffer.wrap(nonce));
    }

    /** Compares in constant time: the duration does not reveal how many bytes are right. */
    static boolean same(byte[] proof, byte[] expected) {
        return MessageDigest.isEqual(proof, expected);
    }
}
