package mpi;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;

import org.strata.opal.progress.Completion;

/**
 * Writes the waits and blocking collectives of one thread as events of the JDK's flight recorder,
 * for those who look for them in a recording beside what the JVM did. Made where parameter
 * mpi_report_jfr is on; without a recording the JVM asks for nothing. Tier 2: a thread that makes
 * an event has paused in vain.
 */
final class WaitEvents implements CallLog.WaitListener {
    /** The wait that is under way, if somebody records it. */
    private WaitEvent open;

    /** The collective that is under way, likewise. */
    private CollectiveEvent collective;

    /** A wait for other processes. */
    @Name("org.strata.mpi.Wait")
    @Label("MPI Wait")
    @Category("MPI")
    @Description(
            "A thread waited in a call of MPI until another process acted, for 20 µs or longer")
    static final class WaitEvent extends Event {
        @Label("Function")
        String function;

        @Label("Process")
        @Description("Its number in the job; -2 if several could end the wait")
        int peer;

        @Label("What for")
        @Description("The message or the step that the call waited for, with the program's tag")
        String what;

        @Label("Communicator")
        String communicator;

        @Label("Waiting Time")
        @Description("Until the process acted; the event begins 20 µs after that")
        @Timespan(Timespan.NANOSECONDS)
        long waiting;
    }

    /** A call of all members of a communicator. */
    @Name("org.strata.mpi.Collective")
    @Label("MPI Collective")
    @Category("MPI")
    @Description("A blocking collective that took 20 µs or longer")
    @Threshold("20 us")
    static final class CollectiveEvent extends Event {
        @Label("Function")
        String function;

        @Label("Communicator")
        String communicator;

        @Label("Bytes")
        @Description("What the process put in, or got where it put in nothing")
        @DataAmount
        long bytes;
    }

    @Override
    public void begins(String function, int peer, Completion what) {
        WaitEvent event = new WaitEvent();
        if (!event.isEnabled()) {
            return;
        }
        Completion.WaitState state = what.waitState();
        event.function = function;
        event.peer = peer;
        event.what = state.what();
        event.communicator = state.where();
        event.begin();
        open = event;
    }

    @Override
    public void ends(long nanos) {
        WaitEvent event = open;
        if (event != null) {
            open = null;
            event.waiting = nanos;
            event.commit();
        }
    }

    @Override
    public void collectiveBegins(String function, String communicator, long bytes) {
        CollectiveEvent event = new CollectiveEvent();
        if (event.isEnabled()) {
            event.function = function;
            event.communicator = communicator;
            event.bytes = bytes;
            event.begin();
            collective = event;
        }
    }

    @Override
    public void collectiveEnds(long nanos) {
        CollectiveEvent event = collective;
        if (event != null) {
            collective = null;
            event.commit();
        }
    }
}
