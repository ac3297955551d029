package org.strata.verbs;

/**
 * States of a queue pair; ordinals are libibverbs' values. Every state may change to RESET, every
 * one but RESET to ERR; otherwise RESET→INIT→RTR→RTS, RTS↔SQD, SQE→RTS.
 */
public enum QpState {
    /** Fresh: nothing may be posted. */
    RESET,
    /** Receives may be posted; none is processed. */
    INIT,
    /** Ready to receive. */
    RTR,
    /** Ready to send, too. */
    RTS,
    /** Send queue drained: posted sends wait. */
    SQD,
    /** A send failed, but the transport continues (not with RC). */
    SQE,
    /** Everything posted is flushed. */
    ERR;

    private static final QpState[] ALL = values();

    /** Returns the state of a libibverbs value. */
    public static QpState of(int value) {
        return ALL[value];
    }
}
