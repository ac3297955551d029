package org.strata.btl.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One message of the handshake, as a flyweight over its bytes; all messages have the same layout
 * and length, network byte order:
 *
 * <pre>
 *  0  magic "STRATA/T"     8 bytes
 *  8  version              u16
 * 10  kind                 u8
 * 11  verdict              u8      VERDICT only
 * 12  sender's rank        i32
 * 16  receiver's rank      i32
 * 20  sender's link        u16
 * 22  receiver's link      u16
 * 24  job                  16 bytes of SHA-256 of the job's id
 * 40  nonce                16 bytes HELLO, CHALLENGE
 * 56  proof                32 bytes HELLO, CHALLENGE, PROOF
 * </pre>
 */
final class HandshakeMessage {
    static final int VERSION = 2;
    static final int BYTES = 88;
    static final int JOB_BYTES = 16;
    static final int NONCE_BYTES = 16;
    static final int PROOF_BYTES = 32;

    /** The first message: who connects, to whom; its proof is one of membership, but not fresh. */
    static final int HELLO = 1;

    /** The answer: proof of the listener, and what the initiator must prove. */
    static final int CHALLENGE = 2;

    /** The initiator's proof. */
    static final int PROOF = 3;

    /** The listener's decision: admitted or not. */
    static final int VERDICT = 4;

    private static final byte[] MAGIC = "STRATA/T".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION_AT = 8;
    private static final int KIND_AT = 10;
    private static final int VERDICT_AT = 11;
    private static final int FROM_RANK_AT = 12;
    private static final int TO_RANK_AT = 16;
    private static final int FROM_LINK_AT = 20;
    private static final int TO_LINK_AT = 22;
    private static final int JOB_AT = 24;
    private static final int NONCE_AT = 40;
    private static final int PROOF_AT = 56;

    private final ByteBuffer bytes = ByteBuffer.allocate(BYTES);

    /** The ranks and links at both ends. */
    record Parties(int fromRank, int fromLink, int toRank, int toLink) {
        Parties reversed() {
            return new Parties(toRank, toLink, fromRank, fromLink);
        }
    }

    /** Makes it a message to be sent. */
    HandshakeMessage set(int kind, Parties parties, byte[] job) {
        bytes.clear();
        Arrays.fill(bytes.array(), (byte) 0);
        bytes.put(0, MAGIC);
        bytes.putShort(VERSION_AT, (short) VERSION);
        bytes.put(KIND_AT, (byte) kind);
        bytes.putInt(FROM_RANK_AT, parties.fromRank());
        bytes.putInt(TO_RANK_AT, parties.toRank());
        bytes.putShort(FROM_LINK_AT, (short) parties.fromLink());
        bytes.putShort(TO_LINK_AT, (short) parties.toLink());
        bytes.put(JOB_AT, job);
        return this;
    }

    HandshakeMessage nonce(byte[] nonce) {
        bytes.put(NONCE_AT, nonce);
        return this;
    }

    HandshakeMessage proof(byte[] proof) {
        bytes.put(PROOF_AT, proof);
        return this;
    }

    HandshakeMessage verdict(HandshakeVerdict verdict) {
        bytes.put(VERDICT_AT, (byte) verdict.code());
        return this;
    }

    /** Makes it empty, to be read into. */
    HandshakeMessage expect() {
        bytes.clear();
        return this;
    }

    /**
     * Continues reading; never reads more than this message.
     *
     * @return whether the message is whole
     * @throws IOException also when the bytes read so far are not of this protocol
     */
    boolean read(SocketChannel channel) throws IOException {
        if (channel.read(bytes) < 0) {
            throw new EOFException("connection closed during the handshake");
        }
        int magic = Math.min(bytes.position(), MAGIC.length);
        if (!Arrays.equals(bytes.array(), 0, magic, MAGIC, 0, magic)) {
            throw new ProtocolException("not a Strata process");
        }
        return !bytes.hasRemaining();
    }

    /** Writes the whole message: it is short, and the socket's send buffer is empty. */
    void write(SocketChannel channel) throws IOException {
        bytes.clear();
        if (channel.write(bytes) != BYTES) {
            throw new IOException("no room for a handshake message in the send buffer");
        }
    }

    /** Checks what is common to all messages. */
    void check(int kind, byte[] job) throws ProtocolException {
        int version = bytes.getShort(VERSION_AT);
        if (version != VERSION) {
            throw new ProtocolException(
                    "protocol version " + version + ", this is version " + VERSION);
        }
        if (bytes.get(KIND_AT) != kind) {
            throw new ProtocolException("handshake message out of turn");
        }
        if (!Arrays.equals(at(JOB_AT, JOB_BYTES), job)) {
            throw new ProtocolException("a process of another job");
        }
    }

    Parties parties() {
        return new Parties(
                bytes.getInt(FROM_RANK_AT),
                Short.toUnsignedInt(bytes.getShort(FROM_LINK_AT)),
                bytes.getInt(TO_RANK_AT),
                Short.toUnsignedInt(bytes.getShort(TO_LINK_AT)));
    }

    byte[] nonce() {
        return at(NONCE_AT, NONCE_BYTES);
    }

    byte[] proof() {
        return at(PROOF_AT, PROOF_BYTES);
    }

    HandshakeVerdict verdict() {
        return HandshakeVerdict.of(bytes.get(VERDICT_AT));
    }

    /** Returns all bytes, for golden tests. */
    byte[] toBytes() {
        return bytes.array().clone();
    }

    private byte[] at(int offset, int length) {
        return Arrays.copyOfRange(bytes.array(), offset, offset + length);
    }

    /** The other end does not follow the protocol, or fails to authenticate. */
    static final class ProtocolException extends IOException {
        private static final long serialVersionUID = 1L;

        ProtocolException(String message) {
            super(message);
        }
    }
}
