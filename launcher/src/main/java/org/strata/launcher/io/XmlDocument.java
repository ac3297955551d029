package org.strata.launcher.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The document that {@code mpirun --xml} prints: what the ranks write and what mpirun says, in one
 * {@code mpirun} element.
 */
public final class XmlDocument implements AutoCloseable {
    private final OutputStream out;
    private final OutputSink sink;

    /** Begins the document. */
    public XmlDocument(OutputStream out) {
        this.out = out;
        sink = new OutputSink(out, false);
        write("<mpirun>");
    }

    /** Returns where the elements go. */
    public OutputSink sink() {
        return sink;
    }

    /** Returns the elements of lines that mpirun says itself. */
    public static byte[] said(byte[] lines) {
        return XmlLines.ofMpirun().of(lines, lines.length, false);
    }

    /** Writes a line of XML. */
    public void write(String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        sink.write(this, bytes, 0, bytes.length);
    }

    /** Ends the document, and closes its file. */
    @Override
    public void close() throws IOException {
        write("</mpirun>");
        out.close();
    }
}
