/**
 * Shared-memory byte transfer layer between the processes of one host.
 *
 * <p>Every rank has one segment, a file that peers map when they first talk to it, or in MPI.Init
 * ({@code EarlyPeers}). All sizes below are bytes; words that different processes write lie 256
 * bytes apart.
 *
 * <pre>
 *      0 +--------------------------------------------------+
 *        | magic, pid, state, nonce, FIFO cells, promises   |  owner writes, peers check
 *    256 | sleep word                                       |  owner sleeps on it, peers ring
 *    512 | attached, boxes left                             |  peers count
 *    768 | FIFO tail                                        |  senders claim
 *   1024 | FIFO head                                        |  owner publishes
 *   1280 | FIFO starved                                     |  senders set it when full
 *   4096 +--------------------------------------------------+
 *        | FIFO: cells of 64, ring                          |  peers write, owner reads
 *        +--------------------------------------------------+
 *        | fast box 0: 0 consumed | 256 cells of 64, ring   |  owner writes cells, the peer
 *        | fast box 1 ...                                   |  reads and writes "consumed"
 *        +--------------------------------------------------+
 *        | fragments of max_send_size                       |  owner writes, any peer reads
 *        +--------------------------------------------------+
 * </pre>
 *
 * <p><b>Messages.</b> The first messages from A to B go through B's FIFO: short ones in its cells,
 * long ones in fragments of A's segment that cells point at. Then A sets up a fast box in its own
 * segment, announces it in the FIFO, and sends everything through it. A box is a ring of cells of
 * one cache line each, of two slots. A message of up to 24 bytes occupies a slot, so that two of
 * them share the line that moves from A's core to B's; one of up to 56 bytes has a line to itself.
 * {@link org.strata.btl.shm.Cell} has the bits, {@link org.strata.btl.shm.BoxWriter} and {@link
 * org.strata.btl.shm.FifoWriter} the protocols.
 *
 * <p><b>Receiving.</b> {@link org.strata.btl.shm.BoxReader} dispatches a box's messages in order. A
 * rank that waits for one message ({@link org.strata.mca.btl.Btl#receiveShort}) compares the header
 * in the next cell and copies the payload to the user's buffer; any other message stays.
 *
 * <p><b>Return.</b> Rings are read in order, so that one counter per ring ("consumed", FIFO head)
 * is enough: cells before it are free, and fragments whose cell lies before it are complete. The
 * receiver sends nothing back.
 *
 * <p><b>Waking</b> ({@code WakeableEndpoint.ringIfAsleep}). After publishing, a sender fences and
 * reads the receiver's sleep word; {@link org.strata.opal.progress.Doorbell} rings it if it sleeps.
 * The fence is a full one, or one of the compiler alone where the sleeper's announcement is a
 * barrier for all processes. The receiver does the same for senders that may wait for room or for a
 * fragment.
 *
 * <p><b>Order of memory accesses.</b> Cell words and counters are stored with release and loaded
 * with acquire; the FIFO tail is moved by compare-and-set. Everything else is plain, and protected
 * by those.
 *
 * <p><b>Long messages</b> are read straight from the sender's memory where possible: {@link
 * org.strata.btl.shm.RemoteMemory}.
 *
 * <p><b>Threads and buffers.</b> Everything but {@code EarlyPeers} runs in the rank's progress
 * bracket. Fragments belong to the sender; the receiver reads them until its handler returns. The
 * full box of a dead peer only means NO_RESOURCE: the launcher notices the death and ends the job.
 */
package org.strata.btl.shm;
