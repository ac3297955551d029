package org.strata.btl.openib.connect;

/**
 * Where a port is in its fabric.
 *
 * @param lid local identifier; 0 where only the GID counts
 * @param gidHigh first 8 bytes of the GID: the subnet's prefix
 * @param gidLow last 8 bytes of the GID
 * @param mtu path MTU as the verbs number it: 1 is 256 bytes, 5 is 4096
 */
public record PortAddress(int lid, long gidHigh, long gidLow, int mtu) {}
