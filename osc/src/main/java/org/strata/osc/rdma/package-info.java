/**
 * Windows over RDMA: a put is a write, a get a read of the target's adapter, without help of the
 * target's process, which may compute, or sleep, for as long as it likes.
 *
 * <p>It serves windows whose members all reach each other by one link that can put and get, and
 * whose memory those links can reach; it finds that out when the window is opened, and registers
 * the memory for as long as the window lives. Otherwise another component serves the window.
 *
 * <p>What is not a gapless run of bytes at the target goes by messages, and so do accumulates,
 * locks and posts: each window has one of {@link org.strata.osc.pt2pt} inside. The two need no
 * order between them: operations of one epoch have none in MPI, but accumulates, which all go the
 * same way; and a synchronisation first waits for RDMA, then asks for acknowledgements.
 *
 * <p>A long gapless origin in native memory is registered and sent from where it is. All others are
 * copied through registered blocks ({@link CopyBlocks}), piece by piece.
 */
package org.strata.osc.rdma;
