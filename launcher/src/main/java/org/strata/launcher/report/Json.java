package org.strata.launcher.report;

import java.util.Collection;

/**
 * Builds JSON. Characters that would end a script or an attribute of a page are written as escapes,
 * so that the text may stand in either.
 */
public final class Json {
    private final StringBuilder text = new StringBuilder();
    private boolean first = true;

    /** Begins an object or a list: "{" or "[". */
    public Json open(String bracket) {
        separate();
        text.append(bracket);
        first = true;
        return this;
    }

    /** Ends it. */
    public Json close(String bracket) {
        text.append(bracket);
        first = false;
        return this;
    }

    /** Begins a member of an object. */
    public Json name(String name) {
        separate();
        quote(name);
        text.append(':');
        first = true;
        return this;
    }

    /** Writes a value. */
    public Json value(String value) {
        separate();
        quote(value);
        return this;
    }

    /** Writes a value. */
    public Json value(long value) {
        separate();
        text.append(value);
        return this;
    }

    /** Writes a number with so many digits as people compare. */
    public Json value(double value) {
        separate();
        boolean known = !Double.isNaN(value) && !Double.isInfinite(value);
        text.append(known ? Amounts.fixed(value, 4) : "null");
        return this;
    }

    /** Writes a number as it stands there. */
    public Json number(String digits) {
        separate();
        text.append(digits);
        return this;
    }

    /** Writes a member. */
    public Json member(String name, String value) {
        return name(name).value(value);
    }

    /** Writes a member. */
    public Json member(String name, long value) {
        return name(name).value(value);
    }

    /** Writes a member. */
    public Json member(String name, double value) {
        return name(name).value(value);
    }

    /** Writes a member. */
    public Json member(String name, Collection<String> values) {
        name(name).open("[");
        values.forEach(this::value);
        return close("]");
    }

    private void separate() {
        if (!first) {
            text.append(',');
        }
        first = false;
    }

    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean plain = c >= ' ' && c < 0x7f && "\"\\<>&'".indexOf(c) < 0;
            if (plain) {
                text.append(c);
            } else {
                text.append("\\u").append(Integer.toHexString(0x10000 + c), 1, 5);
            }
        }
        text.append('"');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
