package org.strata.osc.pt2pt;

/** Tags of a window's messages, in its own context. */
final class WindowTags {
    /** A request, or an answer without data. */
    static final int REQUEST = 1;

    /** Data that belong to the request before. */
    static final int DATA = 2;

    /** Data that answer a request. */
    static final int REPLY = 3;

    private WindowTags() {}
}
