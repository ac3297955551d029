package org.strata.btl.trace;

import org.strata.opal.time.Clock;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Appends lines to a file, each at once: traces are wanted most of processes that hang or die. */
final class FileSink implements TraceSink {
    private final PrintStream stream;
    private final LineSink lines;
    private int links;

    FileSink(String file, Clock clock, int rank) throws IOException {
        stream = new PrintStream(new FileOutputStream(file, true), true, StandardCharsets.UTF_8);
        lines = new LineSink(stream::println, clock, rank);
    }

    @Override
    public void record(TracedMessage message) {
        lines.record(message);
    }

    @Override
    public void open() {
        links++;
    }

    @Override
    public void close() {
        if (--links == 0) {
            stream.close();
        }
    }
}
