package org.strata.verbs;

/**
 * The present attributes of a port. Immutable.
 *
 * @param state logical state
 * @param lid local identifier; 0 on Ethernet
 * @param lmc low bits of the LID that may vary
 * @param activeMtu path MTU of the port, bytes: 256 to 4096
 * @param maxMessage longest message, bytes
 * @param gidTableLength entries of the GID table
 * @param ethernet the link layer is Ethernet (RoCE): addresses need a GRH
 * @param megabitsPerSecond bandwidth of the link, Mbit/s
 */
public record PortAttributes(
        State state,
        int lid,
        int lmc,
        int activeMtu,
        long maxMessage,
        int gidTableLength,
        boolean ethernet,
        int megabitsPerSecond) {
    /** Logical states; ordinals are libibverbs' values. */
    public enum State {
        /** Reserved value 0. */
        NOP,
        /** No link. */
        DOWN,
        /** Link, not configured. */
        INIT,
        /** Configured, not in use. */
        ARMED,
        /** Carries data. */
        ACTIVE,
        /** Link lost for a moment. */
        ACTIVE_DEFER
    }
}
