package org.strata.launcher.job;

import org.strata.launcher.job.RankProcess.Life;
import org.strata.mca.ess.Spawn;
import org.strata.oob.JobEvents;

import java.util.Queue;
import java.util.function.Consumer;

/** Turns what the control server says into events of the job. */
record ControlEvents(Queue<JobEvent> events, Console console) implements JobEvents {
    @Override
    public void joined(int rank, long pid) {
        events.add(JobEvent.progress(rank, Life.JOINED));
    }

    @Override
    public void initialized(int rank) {
        events.add(JobEvent.progress(rank, Life.INITIALIZED));
    }

    @Override
    public void finalized(int rank) {
        events.add(JobEvent.progress(rank, Life.FINALIZED));
    }

    @Override
    public void abortRequested(int rank, int code, String message, String details) {
        events.add(JobEvent.abort(rank, code, message, details));
    }

    @Override
    public void notice(int rank, String text) {
        events.add(JobEvent.notice(rank, text));
    }

    @Override
    public void standstill(int rank, String text, long nanos) {
        events.add(JobEvent.standstill(rank, text, nanos));
    }

    @Override
    public void spawnRequested(int rank, Spawn spawn, Consumer<Spawn.Outcome> answer) {
        events.add(JobEvent.spawn(rank, spawn, answer));
    }

    /** The end of the process decides, not the end of its connection. */
    @Override
    public void disconnected(int rank) {}

    @Override
    public void serverLost(String reason) {
        console.warn(
                "the connection to the name server of --ompi-server has ended ("
                        + reason
                        + "): no name is found, and no other job can connect any more");
    }
}
