package org.strata.oob;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

import java.nio.charset.StandardCharsets;

/** The frames' types, and how their fields are written and read. */
enum Frame {
    /** Server: int protocol, nonce. */
    CHALLENGE,
    /** Rank: int rank, long pid, nonce, proof. */
    ANSWER,
    /** Server: proof, then the {@link JobMap}. */
    WELCOME,
    /** Server: text; the connection ends. */
    REFUSED,
    /** Rank: text key, bytes value. */
    PUT,
    /** Rank: int request, int publisher, text key; answered when the key exists. */
    GET,
    /** Rank: int request, int publisher, text key; answered at once. */
    PEEK,
    /** Rank: int request; a GET that nobody waits for any more. */
    FORGET,
    /** Server: int request, boolean present, bytes value. */
    VALUE,
    /** Rank: int count of fences entered. Server: int count of fences complete. */
    FENCE,
    /** Rank: int destination, int tag, bytes. Server: int source, int tag, bytes. */
    MESSAGE,
    /** Rank: MPI.Init is done. */
    INITIALIZED,
    /** Rank: MPI.Finalize is done. Server: it has been noted. */
    FINALIZED,
    /** Rank: int exit code, text (may be empty). */
    ABORT,
    /** Server: the job is being aborted; text says why. */
    ABORTING;

    /** Changes with every change of the wire format. */
    static final int PROTOCOL = 0x53545201;

    /** Bytes of a length field. */
    static final int LENGTH_BYTES = 4;

    /** Largest frame of a connection that has not proved itself. */
    static final int HANDSHAKE_LIMIT = 256;

    /** Largest frame of a rank. */
    static final int LIMIT = 64 << 20;

    /** Longest key or text. */
    static final int TEXT_LIMIT = 64 << 10;

    private static final Frame[] BY_CODE = values();

    /** Returns the type of a code, or null when there is none. */
    static Frame of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }

    /** Starts a frame of this type; {@link #finish} ends it. */
    ByteBuf start(int capacity) {
        ByteBuf buffer = Unpooled.buffer(LENGTH_BYTES + 1 + capacity);
        buffer.writeInt(0);
        buffer.writeByte(ordinal());
        return buffer;
    }

    /** Fills in the length. */
    static ByteBuf finish(ByteBuf frame) {
        return frame.setInt(0, frame.readableBytes() - LENGTH_BYTES);
    }

    /** Returns a frame without fields. */
    ByteBuf empty() {
        return finish(start(0));
    }

    /** Returns a frame with one text. */
    ByteBuf text(String text) {
        ByteBuf frame = start(text.length() + LENGTH_BYTES);
        writeText(frame, text);
        return finish(frame);
    }

    /** Returns a frame with one number. */
    ByteBuf number(int number) {
        return finish(start(Integer.BYTES).writeInt(number));
    }

    static void writeText(ByteBuf frame, String text) {
        writeBytes(frame, text.getBytes(StandardCharsets.UTF_8));
    }

    static String readText(ByteBuf frame) {
        int length = frame.readInt();
        if (length < 0 || length > TEXT_LIMIT || length > frame.readableBytes()) {
            throw new MalformedFrameException("text of " + length + " bytes");
        }
        return frame.readString(length, StandardCharsets.UTF_8);
    }

    static void writeBytes(ByteBuf frame, byte[] bytes) {
        frame.writeInt(bytes.length).writeBytes(bytes);
    }

    static byte[] readBytes(ByteBuf frame) {
        int length = frame.readInt();
        if (length < 0 || length > frame.readableBytes()) {
            throw new MalformedFrameException("field of " + length + " bytes");
        }
        byte[] bytes = new byte[length];
        frame.readBytes(bytes);
        return bytes;
    }

    /** What arrived is not what the wire format allows. */
    static final class MalformedFrameException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        MalformedFrameException(String message) {
            super(message);
        }
    }
}
