package mpi;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

import org.strata.opal.counters.RareEvents;

/**
 * Writes connections and registrations as events of the JDK's flight recorder, where parameter
 * mpi_report_jfr is on, and tells tools of them. Tier 3.
 */
final class RecordedLinks implements RareEvents.Listener {
    private final RareEvents.Listener tools;

    /**
     * @param tools is told, too
     */
    RecordedLinks(RareEvents.Listener tools) {
        this.tools = tools;
    }

    /** The first contact with a process. */
    @Name("org.strata.mpi.Connection")
    @Label("MPI Connection")
    @Category("MPI")
    @Description("Links to another process were chosen, before the first message to it")
    @StackTrace(false)
    static final class ConnectionEvent extends Event {
        @Label("Process")
        @Description("Its number in the job")
        int peer;

        @Label("Links")
        @Description("The best first; empty if none leads there")
        String links;

        @Label("Refused")
        @Description("Why a better link was not taken")
        String refused;

        @Label("Time")
        @Description("What it took; the event is its end")
        @Timespan(Timespan.NANOSECONDS)
        long taken;
    }

    /** Memory that an adapter may access from now on. */
    @Name("org.strata.mpi.Registration")
    @Label("MPI Registration")
    @Category("MPI")
    @Description("Memory was registered with an adapter")
    @StackTrace(false)
    static final class RegistrationEvent extends Event {
        @Label("Bytes")
        @Description("Of whole pages")
        @DataAmount
        long bytes;

        @Label("Done")
        @Description("False if the adapter has refused it")
        boolean done;

        @Label("Time")
        @Description("What it took; the event is its end")
        @Timespan(Timespan.NANOSECONDS)
        long taken;
    }

    @Override
    public void connected(int peer, String links, String refused, long nanos) {
        ConnectionEvent event = new ConnectionEvent();
        if (event.isEnabled()) {
            event.peer = peer;
            event.links = links;
            event.refused = refused;
            event.taken = nanos;
            event.commit();
        }
        tools.connected(peer, links, refused, nanos);
    }

    @Override
    public void registered(long address, long bytes, boolean done, long nanos) {
        RegistrationEvent event = new RegistrationEvent();
        if (event.isEnabled()) {
            event.bytes = bytes;
            event.done = done;
            event.taken = nanos;
            event.commit();
        }
        tools.registered(address, bytes, done, nanos);
    }
}
