package org.strata.btl.openib;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proves that a datagram is of a process of the job: 16 bytes of an HMAC over it, whose key is
 * derived from the job's secret. Any process on the fabric can send to a pair for datagrams whose
 * number and key it has seen; a connection's peer is proved by the out-of-band channel instead,
 * which carries its number. A datagram that is sent again by a stranger is one that has come
 * before: its number says so. One thread at a time; not tier 1.
 */
final class DatagramSeal {
    private static final String HMAC = "HmacSHA256";
    private static final int BYTES = DatagramHeader.BYTES - DatagramHeader.SEAL;

    private final Mac mac;
    private final int queueKey;

    DatagramSeal(byte[] secret) {
        mac = mac(derive(secret, "strata btl openib datagrams"));
        byte[] word = derive(secret, "strata btl openib queue key");
        // The top bit is the privileged keys'.
        queueKey = ByteBuffer.wrap(word).getInt() & Integer.MAX_VALUE;
    }

    private static byte[] derive(byte[] secret, String purpose) {
        return mac(secret).doFinal(purpose.getBytes(StandardCharsets.UTF_8));
    }

    private static Mac mac(byte[] key) {
        try {
            Mac made = Mac.getInstance(HMAC);
            made.init(new SecretKeySpec(key, HMAC));
            return made;
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has " + HMAC, e);
        }
    }

    /** Returns the key of the job's queue pairs: what has another one, adapters drop. */
    int queueKey() {
        return queueKey;
    }

    /** Writes the seal of a datagram that is complete otherwise. */
    void write(long at, int length) {
        bytes(at + DatagramHeader.SEAL, BYTES).put(seal(at, length));
    }

    /** Returns whether a datagram has the seal that it must have. */
    boolean isRight(long at, int length) {
        byte[] found = new byte[BYTES];
        bytes(at + DatagramHeader.SEAL, BYTES).get(found);
        return MessageDigest.isEqual(found, seal(at, length));
    }

    private byte[] seal(long at, int length) {
        mac.update(bytes(at, DatagramHeader.SEAL));
        mac.update(bytes(at + DatagramHeader.BYTES, length - DatagramHeader.BYTES));
        return Arrays.copyOf(mac.doFinal(), BYTES);
    }

    private static ByteBuffer bytes(long at, int length) {
        return MemorySegment.ofAddress(at).reinterpret(length).asByteBuffer();
    }
}
