package org.strata.tests.system.api;

import java.nio.Buffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What an argument of a call is: a value that is right, and those that are wrong.
 *
 * @param good the right value
 * @param bads the wrong ones
 */
record ArgumentRole(Object good, List<Bad> bads) {
    /** Stands for an error class: Java's IllegalArgumentException. */
    static final int ILLEGAL = -1;

    /**
     * A wrong value.
     *
     * @param errorClass of the error that it is
     * @param text what the error's message contains
     */
    record Bad(Object value, int errorClass, String text) {
        /** Returns whether a parameter can have this value. */
        boolean fits(Class<?> parameter) {
            if (errorClass == ILLEGAL) {
                return Buffer.class.isAssignableFrom(parameter);
            }
            return parameter.isPrimitive() || value == null || parameter.isInstance(value);
        }
    }

    static ArgumentRole of(Object good) {
        return new ArgumentRole(good, new ArrayList<>());
    }

    /** Adds a wrong value. */
    ArgumentRole not(Object value, int errorClass, String text) {
        bads.add(new Bad(value, errorClass, text));
        return this;
    }

    /** Adds the values of another role. */
    ArgumentRole and(ArgumentRole other) {
        bads.addAll(other.bads);
        return this;
    }
}
