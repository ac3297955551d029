package org.strata.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A message between a task and its rank: a mark, the type, the length of the payload, the payload.
 *
 * @param type what it says
 * @param payload see {@link Type}
 */
record Frame(Type type, byte[] payload) {
    /** Begins each frame: who prints to the rank's file descriptor 1 is noticed. */
    private static final int MARK = 0x5354;

    /** Bytes before the payload. */
    static final int HEAD = Short.BYTES + 1 + Integer.BYTES;

    private static final int LIMIT = 1 << 30;

    /** The types, with who sends them. Texts are UTF-8, numbers big-endian. */
    enum Type {
        /** Task, first: {@link Start}. */
        START,
        /** Rank: a key and a value for all ranks, after the next fence. */
        PUT,
        /** Rank: waits for FENCED. */
        FENCE,
        /** Task: per rank a number of keys, keys and values. */
        FENCED,
        /** Rank: it is a member of the job with this name. */
        JOINED,
        /** Rank: waits for ROWS or ROWS_END. */
        ROWS_WANTED,
        /** Task or rank: rows, of the partition or the result. */
        ROWS,
        /** Task: it has received ROWS. A rank that is far ahead would fill the disk with arrays. */
        TAKEN,
        /** Task: the partition has no more rows. */
        ROWS_END,
        /** Rank: a number to add to the stage's progress. */
        PROGRESS,
        /** Rank: the program has returned, and MPI.Finalize, too. */
        DONE,
        /** Rank: whether because of another rank (boolean), the exception, as text. */
        FAILED,
        /** Rank: exit code of its abort, message. */
        ABORTED,
        /** Rank: the rank that has ended the job or -1, exit code, message. */
        ENDED
    }

    /** Writes a payload. */
    @FunctionalInterface
    interface Content {
        void write(DataOutputStream out) throws IOException;
    }

    /** Makes a frame. */
    static Frame of(Type type, Content content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            content.write(out);
        }
        if (bytes.size() > LIMIT) {
            throw new IOException(
                    "a message of "
                            + bytes.size()
                            + " bytes is too long: a row has at most 1 GiB, but for arrays of"
                            + " primitive numbers");
        }
        return new Frame(type, bytes.toByteArray());
    }

    /** Makes a frame without a payload. */
    static Frame of(Type type) {
        return new Frame(type, new byte[0]);
    }

    /** Returns the payload as a stream. */
    DataInputStream content() {
        return new DataInputStream(new ByteArrayInputStream(payload));
    }

    /** Writes the frame; the caller flushes. */
    void write(DataOutputStream out) throws IOException {
        out.writeShort(MARK);
        out.writeByte(type.ordinal());
        out.writeInt(payload.length);
        out.write(payload);
    }

    /**
     * Reads a frame.
     *
     * @return null at the end of the stream
     * @throws IOException when the bytes are no frame
     */
    static Frame read(DataInputStream in) throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        try {
            int mark = first << 8 | in.readUnsignedByte();
            int type = in.readUnsignedByte();
            int length = in.readInt();
            if (mark != MARK || type >= Type.values().length || length < 0 || length > LIMIT) {
                throw new IOException(
                        "something else than frames has been written to file descriptor 1 of the"
                                + " rank: only System.out and System.err may be printed to");
            }
            byte[] payload = in.readNBytes(length);
            return payload.length < length ? null : new Frame(Type.values()[type], payload);
        } catch (EOFException e) {
            return null;
        }
    }

    /** Writes a text of any length. */
    static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Reads what {@link #writeText} has written. */
    static String readText(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > LIMIT) {
            throw new IOException("a text of " + length + " bytes");
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
