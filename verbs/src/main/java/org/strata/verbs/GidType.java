package org.strata.verbs;

/** Protocols that entries of GID tables stand for. */
public enum GidType {
    /** InfiniBand's own. */
    INFINIBAND("InfiniBand"),
    /** RoCE version 1, within one Ethernet. */
    ROCE_V1("RoCE v1"),
    /** RoCE version 2, in UDP over IP, which routers forward. */
    ROCE_V2("RoCE v2"),
    /** The library does not say. */
    UNKNOWN("a type that the library does not tell");

    private final String words;

    GidType(String words) {
        this.words = words;
    }

    /** Returns the name that people know. */
    @Override
    public String toString() {
        return words;
    }
}
