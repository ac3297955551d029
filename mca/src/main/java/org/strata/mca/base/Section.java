package org.strata.mca.base;

import java.util.List;

/**
 * The resolved parameters of one component (or framework), as its configuration record reads them.
 * Keys are the kebab-case names of its {@code reference.conf}: {@code "eager-limit"}. Types have
 * been checked before any rank started, so reading a declared key never fails; an undeclared key is
 * a bug.
 */
public interface Section {
    /** Returns an integer. */
    int integer(String key);

    /** Returns a number of bytes, written with k, m or g (1024 multiples). */
    long size(String key);

    /** Returns a truth value. */
    boolean bool(String key);

    /** Returns text, possibly empty. */
    String text(String key);

    /** Returns a comma-separated list without blanks; empty for empty text. */
    List<String> list(String key);

    /** Returns a floating-point number. */
    double number(String key);

    /** Returns whether the value was set: its origin is not the component's default. */
    boolean isSet(String key);

    /** Returns a parameter in words: {@code "btl_tcp_links = 2 (command line)"}. */
    String describe(String key);
}
