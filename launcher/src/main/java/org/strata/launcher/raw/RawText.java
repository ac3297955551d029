package org.strata.launcher.raw;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Bytes as text and back, without loss. A text is UTF-8; a byte that belongs to no character is the
 * lone surrogate U+DC80 to U+DCFF with its value in the low eight bits (PEP 383 describes the
 * scheme). Decoded text never has such surrogates of its own, since UTF-8 encodes none.
 */
public final class RawText {
    private static final int ESCAPE = 0xdc00;
    private static final int FIRST = ESCAPE | 0x80;
    private static final int LAST = ESCAPE | 0xff;

    /** What the JDK encodes arguments, variables and names of files with. */
    private static final boolean UTF_8_SYSTEM =
            "UTF-8".equals(System.getProperty("sun.jnu.encoding"));

    private RawText() {}

    /** Returns the text of bytes. */
    public static String decode(byte[] bytes) {
        return decode(bytes, 0, bytes.length);
    }

    /** Returns the text of bytes of an array. */
    public static String decode(byte[] bytes, int offset, int length) {
        CharsetDecoder decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes, offset, length);
        // No byte becomes more than one char.
        CharBuffer out = CharBuffer.allocate(length);
        CoderResult result = decoder.decode(in, out, true);
        while (result.isError()) {
            for (int i = result.length(); i > 0; i--) {
                out.put((char) (ESCAPE | (in.get() & 0xff)));
            }
            decoder.reset();
            result = decoder.decode(in, out, true);
        }
        return out.flip().toString();
    }

    /** Returns the bytes of a text. */
    public static byte[] encode(String text) {
        int escape = escape(text, 0);
        if (escape == text.length()) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(text.length() + 16);
        int start = 0;
        while (escape < text.length()) {
            out.writeBytes(text.substring(start, escape).getBytes(StandardCharsets.UTF_8));
            out.write(text.charAt(escape));
            start = escape + 1;
            escape = escape(text, start);
        }
        out.writeBytes(text.substring(start).getBytes(StandardCharsets.UTF_8));
        return out.toByteArray();
    }

    /**
     * Returns whether the JDK would lose bytes of a text that it hands to the operating system: it
     * encodes with the character set of the locale, and replaces what that does not have.
     */
    public static boolean isRaw(String text) {
        return UTF_8_SYSTEM ? escape(text, 0) < text.length() : !isAscii(text);
    }

    /** Returns whether the JDK may have lost bytes of a text that it got from the system. */
    static boolean isDoubtful(String text) {
        return UTF_8_SYSTEM ? text.indexOf('\ufffd') >= 0 : !isAscii(text);
    }

    /** Returns text for people, in which a byte that belongs to no character is {@code \xE9}. */
    public static String printable(String text) {
        int escape = escape(text, 0);
        if (escape == text.length()) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        int start = 0;
        while (escape < text.length()) {
            int value = text.charAt(escape) & 0xff;
            out.append(text, start, escape).append("\\x");
            out.append(Integer.toHexString(value).toUpperCase(Locale.ROOT));
            start = escape + 1;
            escape = escape(text, start);
        }
        return out.append(text, start, text.length()).toString();
    }

    static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    /** Returns the index of the first escaped byte from an index on, or the text's length. */
    private static int escape(String text, int from) {
        int i = from;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c >= FIRST && c <= LAST) {
                return i;
            }
            boolean pair =
                    Character.isHighSurrogate(c)
                            && i + 1 < text.length()
                            && Character.isLowSurrogate(text.charAt(i + 1));
            i += pair ? 2 : 1;
        }
        return i;
    }
}
