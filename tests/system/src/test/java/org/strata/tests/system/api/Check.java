package org.strata.tests.system.api;

import java.util.Arrays;
import java.util.Objects;

/** Assertions of the programs that run as ranks: no test library is on their class path. */
final class Check {
    private static int count;

    private Check() {}

    /** Something that may throw. */
    @FunctionalInterface
    interface Action {
        void run() throws Exception;
    }

    static void that(boolean truth, String what) {
        count++;
        if (!truth) {
            throw new AssertionError(what);
        }
    }

    static void equal(Object actual, Object expected, String what) {
        count++;
        if (!Objects.deepEquals(actual, expected)) {
            throw new AssertionError(what + ": " + text(actual) + " instead of " + text(expected));
        }
    }

    private static String text(Object value) {
        String all = Arrays.deepToString(new Object[] {value});
        return all.length() <= 2000 ? all : all.substring(0, 2000) + "…";
    }

    /** Asserts that an action fails with an MPI error class; returns the message. */
    static String fails(int errorClass, Action action, String what) {
        try {
            action.run();
        } catch (mpi.MPIException e) {
            equal(e.getErrorClass(), errorClass, what + " (" + e.getMessage() + ")");
            return e.getMessage();
        } catch (Exception e) {
            throw new AssertionError(what, e);
        }
        throw new AssertionError(what + ": nothing was thrown");
    }

    static int count() {
        return count;
    }
}
