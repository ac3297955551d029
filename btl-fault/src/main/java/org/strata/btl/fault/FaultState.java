package org.strata.btl.fault;

/**
 * The state of the link to one peer, as the layers above see it.
 *
 * <table>
 * <caption>Transitions</caption>
 * <tr><th>State</th><th>Event</th><th>Next</th></tr>
 * <tr><td>ALIVE</td><td>dice, count, or the peer's note</td><td>DYING</td></tr>
 * <tr><td>DYING</td><td>nothing under way, note on its way</td><td>DEAD, reported to the BML</td></tr>
 * <tr><td>any</td><td>the wrapped link broke</td><td>DEAD, reported to the BML unless it was</td></tr>
 * </table>
 */
enum FaultState {
    /** Works, but for the other faults. */
    ALIVE,
    /** Refuses, drops what comes in, and waits until the wrapped link is done with our memory. */
    DYING,
    /** Refuses and drops. */
    DEAD
}
