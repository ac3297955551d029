package org.strata.verbs;

/**
 * A global identifier: 16 bytes in network order, as two big-endian halves.
 *
 * @param subnetPrefix the first 8 bytes
 * @param interfaceId the last 8 bytes
 */
public record Gid(long subnetPrefix, long interfaceId) {
    /** No identifier. */
    public static final Gid NONE = new Gid(0, 0);

    /** Returns whether all bytes are zero: an empty table entry. */
    public boolean isNone() {
        return subnetPrefix == 0 && interfaceId == 0;
    }

    @Override
    public String toString() {
        return String.format("%016x:%016x", subnetPrefix, interfaceId);
    }
}
