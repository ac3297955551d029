/**
 * The software HCA: verbs without an adapter, between processes of one host or ranks of one JVM.
 *
 * <p><b>Idea.</b> Whoever executes a request does both adapters' work: it finds the target's queue
 * pair in the target's segment, checks states and keys there, takes a receive request, moves the
 * payload into the target's memory and puts the completion into the target's queue. So the target's
 * threads are never needed for data to arrive. In mode {@code inline} the executor is the thread
 * that posts (and, for what must wait, the one that polls); in mode {@code engine} it is a thread
 * of the device, but for short requests when nothing waits before them.
 *
 * <p><b>Segment.</b> Every open device has one ({@link org.strata.verbs.soft.DeviceSegment}): a
 * file that peers map, or plain memory inside one JVM. Places in it are named by refs, which are
 * the same for everybody. Layout, from {@link org.strata.verbs.soft.SegmentHeader}:
 *
 * <pre>
 * header     who owns it, port states | bell, sleepers | attention | lock for atomics
 *            ring of asynchronous events | ring of requests for help
 *            directories of the tables:
 * QpRecord   number, state, peer, rights | visit word | receive ring
 * SrqRecord  domain, limit, completion queue | receive ring
 * CqRing     depth, arming | tail | head         MrRecord  key, range, rights
 * buffers    queue entries, Context.allocate, staging of Bounce
 * </pre>
 *
 * <p><b>Who writes what.</b> A table's records belong to the owner. Peers move a pair's state to
 * ERR, take from receive rings, push into completion rings, and hold the visit word. What peers
 * break, they announce by the attention count; the owner's next poll or its engine flushes.
 *
 * <p><b>Taking away.</b> A visitor is inside from {@link org.strata.verbs.soft.Visit#enter} to
 * leave and looks at keys, states and queues only then. An owner that closes something makes it
 * invalid, then waits until every visitor has been outside ({@link
 * org.strata.verbs.soft.Worker#quiesce}): closed memory is never touched. A long transfer says
 * beforehand which key alone it uses on each side, so that memory under other keys is taken away
 * meanwhile, as while an adapter transfers. A visitor that died inside is found by its process
 * number and put out; a claim it left in a completion ring is passed over.
 *
 * <p><b>Payload</b> goes, in this order of preference: by a plain copy when source and target are
 * mapped here (same process, memory of {@code Context.allocate}, or files that the application's
 * memory lies in, see {@link org.strata.verbs.soft.SharedMemory}); by process_vm_writev or readv;
 * where the system refuses that (no ptrace rights), in pieces through a staging block which the
 * owner's side copies when it polls, or its engine does ({@link org.strata.verbs.soft.Bounce}). The
 * last byte of an RDMA write becomes visible last.
 *
 * <p><b>Time.</b> RNR waits and transport timeouts are real and count on the fabric's clock. A peer
 * whose process is gone does not answer; that is noticed within about 0.1 s, also when its memory
 * still takes writes.
 *
 * <p><b>Locks.</b> One latch per queue pair for executing, in engine mode one for posting, one for
 * its receives, one per completion queue and shared receive queue; none is shared between objects
 * or processes.
 */
package org.strata.verbs.soft;
