package org.strata.btl.trace;

import org.strata.opal.Rc;
import org.strata.opal.time.Clock;

import java.util.Locale;
import java.util.function.Consumer;

/**
 * Writes lines: seconds since the start, this rank, direction and peer, link, event, tag, bytes of
 * header and payload, and what came of it.
 */
final class LineSink implements TraceSink {
    private final Consumer<String> lines;
    private final Clock clock;
    private final int rank;
    private final long start;

    /**
     * @param lines prints a line, which has no line end
     */
    LineSink(Consumer<String> lines, Clock clock, int rank) {
        this.lines = lines;
        this.clock = clock;
        this.rank = rank;
        start = clock.nanoTime();
    }

    @Override
    public void record(TracedMessage message) {
        lines.accept(
                String.format(
                        Locale.ROOT,
                        "%.6f %d %s %d %s %s tag 0x%02x header %d payload %d %s",
                        (clock.nanoTime() - start) / 1e9,
                        rank,
                        message.what().arrow,
                        message.peer(),
                        message.btl(),
                        message.what().name().toLowerCase(Locale.ROOT),
                        message.tag(),
                        message.header(),
                        message.payload(),
                        Rc.name(message.rc())));
    }
}
