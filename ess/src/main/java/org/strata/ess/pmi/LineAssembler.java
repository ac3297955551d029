package org.strata.ess.pmi;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Cuts received bytes into lines. */
final class LineAssembler {
    private byte[] bytes = new byte[0];

    /** Adds received bytes. */
    void add(byte[] more, int length) throws IOException {
        if (bytes.length + length > PmiWire.LONGEST_LINE) {
            throw new IOException(
                    "the PMI server sends a line of more than " + PmiWire.LONGEST_LINE + " bytes");
        }
        int before = bytes.length;
        bytes = Arrays.copyOf(bytes, before + length);
        System.arraycopy(more, 0, bytes, before, length);
    }

    /** Removes the first line, or returns null when none is complete. */
    String next() {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                String line = new String(bytes, 0, i, StandardCharsets.US_ASCII);
                bytes = Arrays.copyOfRange(bytes, i + 1, bytes.length);
                return line;
            }
        }
        return null;
    }
}
