package org.strata.launcher.io;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * An element per line, as Open MPI 4.1 writes them: {@code <stdout rank="0">text&#010;</stdout>}.
 * The line's end is inside of its element, and a line of the document ends behind it; the element
 * of an unfinished line is whole, too, and the next one stands on the same line of the document.
 */
final class XmlLines implements OutputForm {
    /** Bytes from here on are escaped; DEL, before it, is not. */
    private static final int FIRST_BEYOND = 128;

    private final byte[] start;
    private final byte[] end;
    private final ByteArrayOutputStream elements = new ByteArrayOutputStream();

    private XmlLines(String stream, String attributes) {
        start = ascii("<" + stream + attributes + ">");
        end = ascii("</" + stream + ">");
    }

    /**
     * Returns the form of a rank's stream.
     *
     * @param stream {@code stdout} or {@code stderr}
     */
    static XmlLines ofRank(int rank, String stream) {
        return new XmlLines(stream, " rank=\"" + rank + "\"");
    }

    /** Returns the form of what mpirun says itself. */
    static XmlLines ofMpirun() {
        return new XmlLines("stderr", "");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public byte[] of(byte[] buffer, int length, boolean continues) {
        elements.reset();
        boolean inside = false;
        for (int i = 0; i < length; i++) {
            if (!inside) {
                elements.writeBytes(start);
            }
            inside = buffer[i] != '\n';
            escape(buffer[i] & 0xff);
            if (!inside) {
                elements.writeBytes(end);
                elements.write('\n');
            }
        }
        if (inside) {
            elements.writeBytes(end);
        }
        return elements.toByteArray();
    }

    /** Each byte for itself, also those of one character in UTF-8. */
    private void escape(int character) {
        switch (character) {
            case '<' -> elements.writeBytes(ascii("&lt;"));
            case '>' -> elements.writeBytes(ascii("&gt;"));
            case '&' -> elements.writeBytes(ascii("&amp;"));
            default -> {
                if (character < ' ' || character >= FIRST_BEYOND) {
                    elements.writeBytes(ascii("&#%03d;".formatted(character)));
                } else {
                    elements.write(character);
                }
            }
        }
    }

    @Override
    public byte[] end() {
        return new byte[0];
    }
}
