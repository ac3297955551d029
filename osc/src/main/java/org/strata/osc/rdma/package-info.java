/**
 * Windows over RDMA: a put is a write, a get a read of the target's adapter, without help of the
 * target's process, which may compute, or sleep, for as long as it likes.
 *
 * <p>It serves windows whose members all reach each other by one link that can put and get, and
 * whose memory those links can reach; it finds that out when the window is opened, and registers
 * the memory for as long as the window lives. Otherwise another component serves the window.
 *
 * <p>What is not a gapless run of bytes at the target goes by messages, and so do posts and most
 * accumulates: each window has one of {@link org.strata.osc.pt2pt} inside. The two need no order
 * between them: operations of one epoch have none in MPI, but accumulates; and a synchronisation
 * first waits for RDMA, then asks for acknowledgements.
 *
 * <p><b>Accumulates.</b> Where one link with atomics ({@link org.strata.mca.btl.AtomicBtl}) leads
 * to all members, every accumulate of 8-byte integers at multiples of 8 goes by these, word by
 * word, compareAndSwap of 8 bytes too, and those of a member on its own memory. Adapter and
 * processor need not be atomic with each other, so no word may be changed by both: what decides is
 * the datatype, among whose accumulates alone MPI asks for atomicity (MPI 3.1 §11.7.1), and the
 * word's place. 4-byte integers cannot be changed by comparing and swapping the 8 bytes around
 * them: a put, or a store, to the other half in between would be lost. They go by messages, as all
 * other types. An origin that uses both ways at one target waits for one before the other, since
 * its accumulates have an order. An atomic whose connection broke is not repeated: the window's
 * next synchronisation fails with MPI_ERR_OTHER.
 *
 * <p><b>Locks</b> are {@link org.strata.osc.rdma.LockCells}, by puts and gets; windows of more than
 * 64 members, and those whose links do not reach the cells, lock by messages. Words that one member
 * each writes can be written again after a break, which additions to a common word cannot; they are
 * fair; and they say who has the lock when a member dies. A member that waits looks 32 times, then
 * sleeps between looks.
 *
 * <p>A long gapless origin in native memory is registered and sent from where it is. All others are
 * copied through registered blocks ({@link CopyBlocks}), piece by piece.
 */
package org.strata.osc.rdma;
