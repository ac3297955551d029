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

    /** ::ffff:0:0/96, as the upper half of the second half: an IPv4 address follows. */
    private static final long IPV4_MAPPED = 0x0000_ffffL;

    /** Returns whether it stands for an IPv4 address: the lower 32 bits of the second half. */
    public boolean isIpv4() {
        return subnetPrefix == 0 && interfaceId >>> 32 == IPV4_MAPPED;
    }

    /** Returns whether all bytes are zero: an empty table entry. */
    public boolean isNone() {
        return subnetPrefix == 0 && interfaceId == 0;
    }

    @Override
    public String toString() {
        if (isIpv4()) {
            int ip = (int) interfaceId;
            return (ip >>> 24)
                    + "."
                    + (ip >> 16 & 0xff)
                    + "."
                    + (ip >> 8 & 0xff)
                    + "."
                    + (ip & 0xff);
        }
        return String.format("%016x:%016x", subnetPrefix, interfaceId);
    }
}
