package org.strata.launcher.timeline;

import org.strata.opal.report.RankNumbers;
import org.strata.opal.report.TimelineEvents;
import org.strata.opal.report.TimelineEvents.Event;

import java.io.IOException;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/** Writes the events of a job in one of the formats that viewers of timelines read. */
interface TraceWriter {
    /**
     * Writes the events of a rank.
     *
     * @param host its name
     * @param clock what is known of its clock, for people
     * @param times gives the nanoseconds since the start for a time of the rank's clock
     */
    void rank(int rank, String host, String clock, TimelineEvents all, LongUnaryOperator times)
            throws IOException;

    /** Returns how many events were written. */
    long events();

    /** Ends the file with what is said of the job. */
    void close(Map<String, String> facts) throws IOException;

    /** Waits for the same rank have the same name, and with it the same colour. */
    static String name(Event event) {
        return switch (event.kind()) {
            case CALL, REGION -> event.name();
            case TRANSFER -> "transfer";
            case WAIT ->
                    event.peer() == RankNumbers.SEVERAL
                            ? "wait for several ranks"
                            : "wait for rank " + event.peer();
        };
    }
}
