package org.strata.btl.trace;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

import org.strata.opal.Rc;

import java.util.Locale;

/** Records events. Without a recording it does next to nothing. */
final class FlightRecorderSink implements TraceSink {
    private final int rank;

    FlightRecorderSink(int rank) {
        this.rank = rank;
    }

    /** One message. */
    @Name("org.strata.Message")
    @Label("MPI Message")
    @Category("Strata")
    @StackTrace(false)
    static final class MessageEvent extends Event {
        @Label("Rank")
        int rank;

        @Label("Peer")
        int peer;

        @Label("What")
        String what;

        @Label("Link")
        String link;

        @Label("Tag")
        int tag;

        @Label("Header")
        @DataAmount
        int header;

        @Label("Payload")
        @DataAmount
        long payload;

        @Label("Result")
        String result;
    }

    @Override
    public void record(TracedMessage message) {
        MessageEvent event = new MessageEvent();
        if (event.isEnabled()) {
            event.rank = rank;
            event.peer = message.peer();
            event.what = message.what().name().toLowerCase(Locale.ROOT);
            event.link = message.btl();
            event.tag = message.tag();
            event.header = message.header();
            event.payload = message.payload();
            event.result = Rc.name(message.rc());
            event.commit();
        }
    }
}
