package org.strata.verbs;

/** How a work request ended; libibverbs' values. */
public final class WcStatus {
    /** Done. */
    public static final int SUCCESS = 0;

    /** A receive was too short for the message, or a send longer than allowed. */
    public static final int LOC_LEN_ERR = 1;

    /** The request is invalid on this queue pair. */
    public static final int LOC_QP_OP_ERR = 2;

    /** A local element lies outside its memory region, or has a wrong key. */
    public static final int LOC_PROT_ERR = 4;

    /** The queue pair entered ERR before this request was executed. */
    public static final int WR_FLUSH_ERR = 5;

    /** The peer's answer was invalid. */
    public static final int BAD_RESP_ERR = 7;

    /** Receive side of a write with immediate: access violation. */
    public static final int LOC_ACCESS_ERR = 8;

    /** The peer refused the request: message longer than its receive, or unsupported. */
    public static final int REM_INV_REQ_ERR = 9;

    /** The peer's memory region does not allow this: key, bounds or access. */
    public static final int REM_ACCESS_ERR = 10;

    /** The peer could not complete its part. */
    public static final int REM_OP_ERR = 11;

    /** No answer after all retries: the peer or the path has failed. */
    public static final int RETRY_EXC_ERR = 12;

    /** The peer had no receive request after all retries. */
    public static final int RNR_RETRY_EXC_ERR = 13;

    /** The peer aborted. */
    public static final int REM_ABORT_ERR = 16;

    /** The device failed. */
    public static final int FATAL_ERR = 19;

    /** Anything else. */
    public static final int GENERAL_ERR = 21;

    private static final String[] NAMES = {
        "success",
        "local length error",
        "local queue pair operation error",
        "local EE context operation error",
        "local protection error",
        "work request flushed",
        "memory window bind error",
        "bad response",
        "local access error",
        "remote invalid request",
        "remote access error",
        "remote operation error",
        "transport retry counter exceeded",
        "receiver-not-ready retry counter exceeded",
        "local RDD violation",
        "remote invalid RD request",
        "operation aborted by the peer",
        "invalid EE context number",
        "invalid EE context state",
        "fatal error",
        "response timeout",
        "general error"
    };

    private WcStatus() {}

    /** Returns a status in words, for messages: {@code "remote access error (10)"}. */
    public static String name(int status) {
        boolean known = status >= 0 && status < NAMES.length;
        return (known ? NAMES[status] : "status") + " (" + status + ")";
    }
}
