package mpi;

import org.strata.opal.progress.Completion;

/** Two listeners of one thread's calls: the flight recorder's and that of tools. */
record CallListeners(CallLog.WaitListener first, CallLog.WaitListener second)
        implements CallLog.WaitListener {
    @Override
    public void begins(String function, int peer, Completion what) {
        first.begins(function, peer, what);
        second.begins(function, peer, what);
    }

    @Override
    public void ends(long nanos) {
        first.ends(nanos);
        second.ends(nanos);
    }

    @Override
    public void collectiveBegins(String function, String communicator, long bytes) {
        first.collectiveBegins(function, communicator, bytes);
        second.collectiveBegins(function, communicator, bytes);
    }

    @Override
    public void collectiveEnds(long nanos) {
        first.collectiveEnds(nanos);
        second.collectiveEnds(nanos);
    }
}
