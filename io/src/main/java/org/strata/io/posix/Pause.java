package org.strata.io.posix;

/** What a thread does between two parts of a long transfer. */
@FunctionalInterface
interface Pause {
    /** Nothing. */
    Pause NONE =
            new Pause() {
                @Override
                public void take() {}
            };

    /** Returns soon. */
    void take();
}
