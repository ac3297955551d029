/**
 * Windows in memory that all members map: puts and gets are copies, accumulates loads and stores
 * under a lock of the target's window, synchronisation is words that members poll. The target's
 * process takes no part, so a passive target may compute, or sleep, for as long as it likes.
 *
 * <p>It serves windows of processes of one host whose memory lies in the shared pool: memory of the
 * library, and buffers of the program that the library has made ({@code MPI.newXxxBuffer}). Whether
 * everybody's does, the members find out when the window is opened; otherwise another component
 * serves it.
 *
 * <p>Each member has a block of control words in the pool ({@link ControlBlock}): the lock of its
 * window, the lock that accumulates take, and counters of posts and completions, one for each other
 * member. A word that a member waits for is polled; after a while the process sleeps until the
 * member that stores to the word rings it ({@code WindowBells}). Where one of the members cannot
 * map the sleep word of another, all of them sleep for fractions of a millisecond between two looks
 * instead. The lock of accumulates is held for one operation: it is polled, and never rings.
 */
package org.strata.osc.shm;
