package org.strata.mca.base;

import java.util.Locale;

/** Kinds of parameter values, as {@code reference.conf} names them in its tags. */
public enum ParameterType {
    /** A whole number of 32 bits; k, m, g and hexadecimal are allowed. */
    INT,
    /** A number of bytes, 0 or more; k, m, g, fractions and hexadecimal are allowed. */
    SIZE,
    /** A truth value: 1/0, true/false, t/f, yes/no, y/n, on/off, enabled/disabled. */
    BOOL,
    /** Any text. */
    STRING,
    /** Words separated by commas. */
    LIST,
    /** One of the declared choices, by name or number. */
    ENUM,
    /** A floating-point number. */
    NUMBER;

    /** Returns the name as tags and {@code mpi_info} write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
