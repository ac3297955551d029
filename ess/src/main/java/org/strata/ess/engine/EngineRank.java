package org.strata.ess.engine;

import org.strata.ess.base.ForeignLauncher;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/** The rank that this JVM is, as the program says that starts it. */
public final class EngineRank {
    /** Pairs with EngineRank.registration: set once by EngineRank.register. */
    private static final AtomicReference<Registration> REGISTRATION = new AtomicReference<>();

    private EngineRank() {}

    /**
     * What the program has registered.
     *
     * @param launcher who the rank is, and how it exchanges values
     * @param halt ends the rank at once with an exit code
     */
    record Registration(ForeignLauncher launcher, IntConsumer halt) {}

    /**
     * Makes this JVM a rank of the launcher's job; before MPI.Init, and once.
     *
     * @param launcher who the rank is, and how it exchanges values
     * @param halt ends the process at once with an exit code, when another rank has ended the job
     *     or this one aborts; files that the ranks of this host share are removed before
     * @throws IllegalStateException when this JVM is a rank already
     */
    public static void register(ForeignLauncher launcher, IntConsumer halt) {
        if (!REGISTRATION.compareAndSet(null, new Registration(launcher, halt))) {
            throw new IllegalStateException("This JVM is a rank of an engine already.");
        }
    }

    /** Returns what has been registered, or null. */
    static Registration registration() {
        return REGISTRATION.get();
    }
}
