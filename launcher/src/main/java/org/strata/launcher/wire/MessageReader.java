package org.strata.launcher.wire;

import org.strata.launcher.raw.RawText;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the fields of a message. Every length in it is checked before it is used. */
public final class MessageReader {
    private final ByteBuffer in;

    /** What arrived is no message of this format. */
    public static final class DamagedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** Makes an exception that says what is wrong. */
        public DamagedException(String message) {
            super(message);
        }
    }

    /** Reads a message. */
    public MessageReader(byte[] message) {
        in = ByteBuffer.wrap(message);
    }

    /** Reads a number. */
    public int number() {
        check(Integer.BYTES);
        return in.getInt();
    }

    /** Reads a number. */
    public long large() {
        check(Long.BYTES);
        return in.getLong();
    }

    /** Reads a flag. */
    public boolean flag() {
        check(1);
        return in.get() != 0;
    }

    /** Reads bytes. */
    public byte[] bytes() {
        int length = number();
        check(length);
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    /** Reads a text. */
    public String text() {
        return RawText.decode(bytes());
    }

    /** Reads texts. */
    public List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (int count = count(Integer.BYTES); count > 0; count--) {
            texts.add(text());
        }
        return texts;
    }

    /** Reads texts by names. */
    public Map<String, String> pairs() {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (int count = count(2 * Integer.BYTES); count > 0; count--) {
            pairs.put(text(), text());
        }
        return pairs;
    }

    /**
     * Reads the number of entries of a list.
     *
     * @param least bytes that each entry has at least
     */
    public int count(int least) {
        int count = number();
        if (count < 0 || count > in.remaining() / least) {
            throw new DamagedException("list of " + count + " entries");
        }
        return count;
    }

    private void check(int length) {
        if (length < 0 || length > in.remaining()) {
            throw new DamagedException("field of " + length + " bytes");
        }
    }
}
