package org.strata.oob;

import org.strata.mca.ess.Spawn;

import java.util.function.Consumer;

/**
 * Receives what happens at the server. Called on the server's event loop: an implementation queues
 * the event and returns.
 */
public interface JobEvents {
    /** A rank has connected and proved that it belongs to the job. */
    void joined(int rank, long pid);

    /** A rank has finished MPI.Init. */
    void initialized(int rank);

    /** A rank has finished MPI.Finalize. */
    void finalized(int rank);

    /**
     * A rank asks for the end of the job.
     *
     * @param code exit code of the job
     * @param message one sentence for the user; empty for none
     * @param details lines that explain it; empty for none
     */
    void abortRequested(int rank, int code, String message, String details);

    /** A rank has a message for the user, which other ranks may have, too. */
    void notice(int rank, String text);

    /**
     * A rank does not go on, and cannot unless others do; nothing happens unless overridden.
     *
     * @param text why, for the user
     * @param nanos for how long
     */
    default void standstill(int rank, String text, long nanos) {}

    /**
     * A rank asks for more processes; refused unless overridden.
     *
     * @param answer gets the outcome, later, on any thread; once
     */
    default void spawnRequested(int rank, Spawn spawn, Consumer<Spawn.Outcome> answer) {
        answer.accept(Spawn.Outcome.refused("this launcher starts no more processes"));
    }

    /** A rank's connection has ended; its process may live on. */
    void disconnected(int rank);

    /** A rank needs the name server of the federation, to which the connection has ended. */
    default void serverLost(String reason) {}
}
