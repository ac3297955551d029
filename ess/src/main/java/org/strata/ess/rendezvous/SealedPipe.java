package org.strata.ess.rendezvous;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A connection between a rank and rank 0 on which nobody else reads or writes. Both sides prove
 * that they know the job's secret (HMAC-SHA-256, RFC 2104, over role, rank and both nonces); what
 * follows is sealed with a key of this connection and a count (AES-GCM, NIST SP 800-38D): what is
 * changed, repeated or left out ends it. One thread writes at a time, one reads.
 */
final class SealedPipe implements AutoCloseable {
    /** Bytes of a nonce. */
    static final int NONCE_BYTES = 16;

    /** Bytes of a proof. */
    static final int PROOF_BYTES = 32;

    private static final int KEY_BYTES = 16;
    private static final int COUNT_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int MOST_BYTES = 1 << 16;
    private static final int MOST_WORDS = 8;
    private static final int FROM_RANK = 1;
    private static final int FROM_SERVER = 2;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final SecretKeySpec key;
    private final int writer;
    private final int reader;
    private long written;
    private long read;

    private SealedPipe(
            Socket socket, DataInputStream in, DataOutputStream out, byte[] key, boolean server) {
        this.socket = socket;
        this.in = in;
        this.out = out;
        this.key = new SecretKeySpec(key, "AES");
        writer = server ? FROM_SERVER : FROM_RANK;
        reader = server ? FROM_RANK : FROM_SERVER;
    }

    /**
     * Seals a connection whose handshake is over.
     *
     * @param session the nonces of rank and server, one after the other
     */
    static SealedPipe of(Socket socket, byte[] secret, int rank, byte[] session, boolean server)
            throws IOException {
        byte[] full = proof(secret, "key", rank, session);
        byte[] key = Arrays.copyOf(full, KEY_BYTES);
        return new SealedPipe(
                socket,
                new DataInputStream(socket.getInputStream()),
                new DataOutputStream(socket.getOutputStream()),
                key,
                server);
    }

    /** Returns the proof of a role, or a key. */
    static byte[] proof(byte[] secret, String role, int rank, byte[] session) throws IOException {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            mac.update(("strata rendezvous " + role + " ").getBytes(StandardCharsets.US_ASCII));
            mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(rank).flip());
            return mac.doFinal(session);
        } catch (GeneralSecurityException e) {
            throw new IOException("this JDK has no HMAC-SHA-256", e);
        }
    }

    static boolean same(byte[] a, byte[] b) {
        return MessageDigest.isEqual(a, b);
    }

    private Cipher cipher(int mode, int direction, long count) throws GeneralSecurityException {
        ByteBuffer nonce = ByteBuffer.allocate(COUNT_BYTES).putInt(direction).putLong(count);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce.array()));
        return cipher;
    }

    /** Sends a message: words, the first of which is its kind. */
    synchronized void write(String... words) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(MOST_BYTES);
        text.putInt(words.length);
        for (String word : words) {
            byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
            if (bytes.length + Integer.BYTES > text.remaining()) {
                throw new IOException("a message of the rendezvous is too long");
            }
            text.putInt(bytes.length).put(bytes);
        }
        try {
            byte[] sealed =
                    cipher(Cipher.ENCRYPT_MODE, writer, written++)
                            .doFinal(text.array(), 0, text.position());
            out.writeInt(sealed.length);
            out.write(sealed);
            out.flush();
        } catch (GeneralSecurityException e) {
            throw new IOException("this JDK has no AES-GCM", e);
        }
    }

    /**
     * Receives a message.
     *
     * @throws IOException when the connection has ended, or what arrived is not the other side's
     */
    List<String> read() throws IOException {
        int length = in.readInt();
        if (length < TAG_BITS / Byte.SIZE || length > MOST_BYTES + TAG_BITS / Byte.SIZE) {
            throw new IOException("a damaged message");
        }
        byte[] sealed = in.readNBytes(length);
        try {
            return words(
                    ByteBuffer.wrap(cipher(Cipher.DECRYPT_MODE, reader, read++).doFinal(sealed)));
        } catch (GeneralSecurityException e) {
            throw new IOException("a damaged message", e);
        }
    }

    private static List<String> words(ByteBuffer text) throws IOException {
        List<String> words = new ArrayList<>();
        int count = text.remaining() < Integer.BYTES ? 0 : text.getInt();
        if (count < 1 || count > MOST_WORDS) {
            throw new IOException("a damaged message");
        }
        for (int i = 0; i < count; i++) {
            int length = text.remaining() < Integer.BYTES ? -1 : text.getInt();
            if (length < 0 || length > text.remaining()) {
                throw new IOException("a damaged message");
            }
            byte[] word = new byte[length];
            text.get(word);
            words.add(new String(word, StandardCharsets.UTF_8));
        }
        return words;
    }

    /** Limits how long a read waits; 0 for no limit. */
    void limit(int millis) throws IOException {
        socket.setSoTimeout(millis);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // Nothing is left to send.
            assert e != null;
        }
    }
}
