package mpi;

import org.strata.opal.counters.RareEvents;
import org.strata.opal.progress.Completion;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Who hears of this process's events, besides the flight recorder: handlers of {@code ToolEvents}.
 * One object per thread that calls, for what the thread is in. Tier 2: what is told of has taken 20
 * µs or is rare.
 */
final class EventHub implements CallLog.WaitListener, RareEvents.Listener {
    private static final List<Subscriber> ALL = new CopyOnWriteArrayList<>();

    /** Whether calls are watched for it. Pairs with EventHub.watchesCalls. */
    private static volatile boolean watching;

    private String function;
    private int peer;
    private Completion.WaitState state;
    private String communicator;
    private long bytes;

    /** What can happen; the comments say which values are told, in order. */
    enum Kind {
        /** Function, process, what for, communicator, nanoseconds. */
        WAIT,
        /** Function, communicator, bytes, nanoseconds. */
        COLLECTIVE,
        /** Process, links, why others were refused, nanoseconds. */
        CONNECTION,
        /** Address, bytes, 1 or 0 where it was refused, nanoseconds. */
        REGISTRATION;

        /** Returns whether calls of the program must be watched for it. */
        boolean isOfCalls() {
            return this == WAIT || this == COLLECTIVE;
        }
    }

    /** Hears of events of one kind. */
    interface Subscriber {
        /** Returns what it wants to hear of. */
        Kind kind();

        /**
         * @param time when it ended, by System.nanoTime
         * @param values Longs and Strings, as the kind says
         */
        void tell(long time, Object... values);
    }

    static void add(Subscriber subscriber) {
        ALL.add(subscriber);
    }

    static void remove(Subscriber subscriber) {
        ALL.remove(subscriber);
    }

    /** Returns whether calls have to be watched because somebody wants to hear of them. */
    static boolean wantsCalls() {
        return ALL.stream().anyMatch(one -> one.kind().isOfCalls());
    }

    /** Says whether each thread's calls are told to one of these. */
    static void watchCalls(boolean told) {
        watching = told;
    }

    static boolean watchesCalls() {
        return watching;
    }

    private static boolean isWanted(Kind kind) {
        for (Subscriber one : ALL) {
            if (one.kind() == kind) {
                return true;
            }
        }
        return false;
    }

    private static void tell(Kind kind, Object... values) {
        long now = System.nanoTime();
        for (Subscriber one : ALL) {
            if (one.kind() == kind) {
                one.tell(now, values);
            }
        }
    }

    @Override
    public void begins(String call, int process, Completion what) {
        if (isWanted(Kind.WAIT)) {
            function = call;
            peer = process;
            state = what.waitState();
        }
    }

    @Override
    public void ends(long nanos) {
        Completion.WaitState known = state;
        if (known != null) {
            state = null;
            tell(Kind.WAIT, function, (long) peer, known.what(), known.where(), nanos);
        }
    }

    @Override
    public void collectiveBegins(String call, String label, long moved) {
        function = call;
        communicator = label;
        bytes = moved;
    }

    @Override
    public void collectiveEnds(long nanos) {
        if (isWanted(Kind.COLLECTIVE)) {
            tell(Kind.COLLECTIVE, function, communicator, bytes, nanos);
        }
    }

    @Override
    public void connected(int process, String links, String refused, long nanos) {
        if (isWanted(Kind.CONNECTION)) {
            tell(Kind.CONNECTION, (long) process, links, refused, nanos);
        }
    }

    @Override
    public void registered(long address, long length, boolean done, long nanos) {
        if (isWanted(Kind.REGISTRATION)) {
            tell(Kind.REGISTRATION, address, length, done ? 1L : 0L, nanos);
        }
    }
}
