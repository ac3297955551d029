package org.strata.ess.pmi;

import java.io.IOException;

/** The connection to a PMI server: lines of text. */
interface PmiWire {
    /** Longest line of a server; the specification's values have 1024 bytes. */
    int LONGEST_LINE = 1 << 16;

    /** Sends a line, given without its line end. From any thread. */
    void write(String line) throws IOException;

    /** Returns the next line without its line end; throws at the end of the connection. */
    String read() throws IOException;

    /** Closes the connection. */
    void close();
}
