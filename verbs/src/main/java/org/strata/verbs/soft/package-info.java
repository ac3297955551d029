/**
 * The software HCA: verbs without an adapter, between processes of one host or ranks of one JVM.
 *
 * <p><b>Idea.</b> The thread that executes a request does the work of both adapters: it finds the
 * target's queue pair in the target's segment, checks states and keys there, consumes a receive
 * request, moves the payload into the target's memory and stores the completion in the target's
 * queue. So data arrive without the target's threads. In mode {@code inline} the posting thread
 * executes a request, or a polling one, if the request must wait, or the {@link
 * org.strata.verbs.soft.Deputy} where nobody polls; in mode {@code engine} a thread of the device
 * does, but for short requests that need not wait for earlier ones. A single short RDMA write to a
 * segment ({@link org.strata.verbs.QueuePair#postWrite}) is executed in mode inline without a
 * request in memory, with the same checks; where one of them fails, it is posted as a request,
 * which finds out why.
 *
 * <p><b>Floors.</b> The fabric, on which devices find each other; {@link
 * org.strata.verbs.soft.SoftDevice}, what an open device is; what executes one request, from {@link
 * org.strata.verbs.soft.Requester} down to {@link org.strata.verbs.soft.Bounce}; {@link
 * org.strata.verbs.soft.Worker} with the waiting work, which sees queue pairs as {@link
 * org.strata.verbs.soft.ExecutingPair}; the verbs objects; the provider. A class names its own
 * floor and lower ones (tests/architecture, inner-order.txt).
 *
 * <p><b>Segment.</b> Every open device has one, which peers map: package {@link
 * org.strata.verbs.soft.segment}.
 *
 * <p><b>Closing.</b> A visitor is inside from {@link org.strata.verbs.soft.segment.Visit#enter} to
 * leave, and reads keys, states and queues only then. An owner that closes an object makes it
 * invalid, then waits until every visit that was under way has ended ({@link
 * org.strata.verbs.soft.Worker#quiesce}): closed memory is never accessed. A long transfer
 * publishes beforehand which key alone it uses on each side, so that memory under other keys can be
 * deregistered meanwhile, as during a transfer of an adapter. The owner finds a visitor that died
 * inside by its process number and ends its visit; it skips an entry that the visitor claimed in a
 * completion ring. A deregistration looks only at pairs that were in use lately ({@link
 * org.strata.verbs.soft.segment.ActivePairs}).
 *
 * <p><b>Datagrams.</b> A pair for them has no peer: visitors claim its visit one at a time, and
 * write themselves into its record as its peer meanwhile ({@link
 * org.strata.verbs.soft.DatagramRequester}). Nothing is retried: a datagram without a receive is
 * dropped.
 *
 * <p><b>XRC.</b> A sender visits the connected pair and then the device of the queue, where it has
 * a line of its own ({@link org.strata.verbs.soft.VisitorLines}). When a pair breaks, a receive
 * that a visitor consumed and did not finish completes in error: in the pair's completion queue, or
 * in that of the XRC queue.
 *
 * <p><b>Payload</b> moves, in this order of preference: by a plain copy when source and target are
 * mapped here (same process, memory of {@code Context.allocate}, or files behind the application's
 * memory, see {@link org.strata.verbs.soft.segment.SharedMemory}); by process_vm_writev or readv;
 * where the system refuses that (no ptrace rights), in pieces through a staging block, which the
 * owner or its engine copies when it polls ({@link org.strata.verbs.soft.Bounce}). The last byte of
 * an RDMA write becomes visible last, and of the plain copies the last aligned word, whole ({@link
 * org.strata.verbs.DataOrder}). With delivery {@code scrambled}, which tests use, nothing is in
 * order before the completion ({@link org.strata.verbs.soft.ScrambledMoves}).
 *
 * <p><b>Time.</b> RNR waits and transport timeouts are real, by the fabric's clock. A peer whose
 * process has died does not answer; that is detected within about 0.1 s, although writes to its
 * memory still succeed.
 *
 * <p><b>Locks.</b> One latch per queue pair for executing, in engine mode one for posting sends,
 * one for posting receives, one per completion queue and shared receive queue; objects and
 * processes share none.
 */
package org.strata.verbs.soft;
