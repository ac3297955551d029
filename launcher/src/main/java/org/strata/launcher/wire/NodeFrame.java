package org.strata.launcher.wire;

/** The kinds of messages between mpirun and a daemon. */
public enum NodeFrame {
    /** Daemon: the {@link NodeFacts}; it waits for orders. */
    READY,
    /** Daemon: lines; it cannot do what it was told. */
    FAILED,
    /** Daemon: line; the user should know. */
    WARNING,
    /** Daemon: int rank, long pid. */
    STARTED,
    /** Daemon: int rank, bytes; what the rank has left for the report of the job; before EXITED. */
    NUMBERS,
    /** Daemon: int rank, bytes; the long events that the rank has left; before EXITED. */
    TIMELINE,
    /** Daemon: long the time of mpirun's question, long the daemon's own time. */
    CLOCK_READ,
    /** Daemon: int rank, int status as Java gives it. */
    EXITED,
    /** Daemon: int rank, int stream, bytes; none: the end of the stream. */
    OUTPUT,
    /** Daemon: int rank, int count; bytes of standard input that the rank has got. */
    INPUT_TAKEN,
    /** Daemon: int node, int status, text; the agent that it started for another node has ended. */
    AGENT_ENDED,
    /** Daemon: int number, lines; why it cannot start what a CHECK names, none when it can. */
    CHECKED,
    /** Daemon: int rank, texts; its Java threads, none when no JVM of it answers. */
    THREADS,
    /** Daemon: nothing of the job is left on its host. */
    GONE,
    /** mpirun: the {@link LaunchOrder}. */
    LAUNCH,
    /** mpirun: int number, {@link LaunchOrder}; can it be started? The daemon answers CHECKED. */
    CHECK,
    /**
     * mpirun: int node, text host, text user; start that node's daemon, too. The secret, which the
     * daemon has, does not cross the network.
     */
    START_DAEMON,
    /** mpirun: int signal, flag: to all processes, not to ranks only. */
    SIGNAL,
    /** mpirun: int rank, bytes; none: the end of its standard input. */
    INPUT,
    /** mpirun: int rank, int stream, int count; bytes of output that have been forwarded. */
    OUTPUT_TAKEN,
    /** mpirun: int rank; what are its Java threads? The daemon answers THREADS. */
    STACKS,
    /** mpirun: long its time; what is the daemon's? It answers CLOCK_READ at once. */
    READ_CLOCK,
    /** mpirun: kill what outlives its rank. */
    SWEEP,
    /** mpirun: the job is over; clean up and go. */
    END;

    private static final NodeFrame[] BY_CODE = values();

    /** Starts a message of this kind. */
    public MessageWriter start() {
        return new MessageWriter().number(ordinal());
    }

    /**
     * Reads the kind of a message.
     *
     * @throws MessageReader.DamagedException when there is no such kind
     */
    public static NodeFrame of(MessageReader in) {
        int code = in.number();
        if (code < 0 || code >= BY_CODE.length) {
            throw new MessageReader.DamagedException("message of kind " + code);
        }
        return BY_CODE[code];
    }
}
