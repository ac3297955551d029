package org.strata.oob.frame;

/**
 * The frames' types. {@link FrameWriter} writes their fields, {@link FrameReader} reads them; the
 * states of either end ({@code ClientState}, {@code RankState}, {@link
 * org.strata.oob.link.LinkState}) define which type is legal when.
 */
public enum Frame {
    /** Server: int protocol, nonce. A daemon is challenged as a rank is. */
    CHALLENGE,
    /** Rank, or daemon: int rank or node, long pid, nonce, proof. */
    ANSWER,
    /** Server: proof. */
    WELCOME,
    /** Server: the {@link JobMap}; the rank has joined. */
    JOB,
    /** Server: text; it ends the connection, and a new one would be refused, too. */
    REFUSED,
    /** Rank: text key, bytes value. */
    PUT,
    /** Rank: int request, int publisher, text key; answered when the key exists. */
    GET,
    /** Rank: int request, int publisher, text key; answered at once. */
    PEEK,
    /** Rank: int request; a GET that nobody waits for any more. */
    FORGET,
    /** Server: int request, boolean present, bytes value. */
    VALUE,
    /** Rank: int count of fences entered. Server: int count of fences complete. */
    FENCE,
    /** Rank: int destination, int tag, bytes. Server: int source, int tag, bytes. */
    MESSAGE,
    /** Rank: MPI.Init is done. */
    INITIALIZED,
    /** Rank: MPI.Finalize is done. Server: it has been noted. */
    FINALIZED,
    /** Rank: int exit code, text message, text details (both may be empty). */
    ABORT,
    /** Server: the job is being aborted; text says why. */
    ABORTING,
    /** Server: int inquiry; the rank describes what it does. */
    INQUIRE,
    /** Rank: int inquiry, the {@link org.strata.mca.ess.RankReport}. */
    REPORT,
    /** Rank: text for the user, which other ranks may send, too. */
    NOTICE,
    /** Rank: int request, the {@link SpawnFields}; answered with those of the outcome. */
    SPAWN,
    /** Rank: int request, int action, text service, text port; answered at once. */
    NAME,
    /** mpirun or daemon: nothing; this side lives. */
    HEARTBEAT,
    /** mpirun or daemon: bytes that the launcher reads. */
    NODE,
    /** mpirun, daemon, name server: int rank, a frame for that rank or of it from its type on. */
    RELAY,
    /** Daemon: int rank, long pid; a rank of its host has joined. */
    ATTACHED,
    /** Daemon: int rank; the connection of a rank of its host has ended. */
    DETACHED,
    /** Name server to the mpirun of a job: int base of its numbers, text federation. */
    FEDERATION,
    /** Server, or name server: int first, int end, text; the processes of a job are gone. */
    DEPARTED,
    /** Rank: text for the user, long nanos for how long it has not gone on. */
    STANDSTILL;

    /** Changes with every change of the wire format. */
    public static final int PROTOCOL = 0x53545208;

    /** Bytes of a length field. */
    public static final int LENGTH_BYTES = 4;

    /** Largest frame of a peer that has not proved that it knows the secret. */
    public static final int HANDSHAKE_LIMIT = 256;

    /** Largest frame of a peer that has. */
    public static final int LIMIT = 64 << 20;

    /** Longest key or text. */
    public static final int TEXT_LIMIT = 128 << 10;

    private static final Frame[] BY_CODE = values();

    /** Returns the type of a code, or null when there is none. */
    static Frame of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }

    /** Starts a frame of this type; {@link FrameWriter#end} ends it. */
    public FrameWriter start() {
        return new FrameWriter(this);
    }

    /** Returns a set of types: one bit each, so that states that have one are immutable. */
    public static int set(Frame... types) {
        int set = 0;
        for (Frame type : types) {
            set |= 1 << type.ordinal();
        }
        return set;
    }

    /** Returns whether a set has a type. */
    public static boolean contains(int set, Frame type) {
        return (set & 1 << type.ordinal()) != 0;
    }

    /** Checks the length field of a frame before anything of that size is waited for. */
    public static void checkLength(int length, int limit) {
        if (length < 1 || length > limit) {
            throw new MalformedFrameException("frame of " + length + " bytes");
        }
    }

    /** What arrived is not what the wire format allows. */
    public static final class MalformedFrameException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public MalformedFrameException(String message) {
            super(message);
        }
    }
}
