package org.strata.io.posix;

/**
 * The accesses of one file that have begun and not ended. The operations of its communicator cannot
 * stand for them: a PML may count a receive of the shared file pointer's more than once. Guarded by
 * the engine's bracket.
 */
final class FileAccesses {
    private int underWay;

    void begin() {
        underWay++;
    }

    void end() {
        underWay--;
    }

    /** Returns whether no access is under way. */
    boolean isEmpty() {
        return underWay == 0;
    }
}
