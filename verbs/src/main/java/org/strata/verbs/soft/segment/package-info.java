/**
 * The segment of a software HCA: the format that processes share, and the steps that they take in
 * it. What a request does is not known here.
 *
 * <p><b>Segment.</b> Every open device has one ({@link
 * org.strata.verbs.soft.segment.DeviceSegment}): a file that peers map, or plain memory inside one
 * JVM. Refs name places in it, and are the same in every process. Layout, from {@link
 * org.strata.verbs.soft.segment.SegmentHeader}:
 *
 * <pre>
 * header     owner, port states | bell, sleepers | attention | lock for atomics
 *            ring of asynchronous events | ring of requests for help
 *            directories of the tables:
 * QpRecord   number, state, peer, rights | visit word | receive ring
 * SrqRecord  domain, limit, completion queue | receive ring
 * CqRing     depth, arming | tail | head         MrRecord  key, range, rights
 * buffers    queue entries, Context.allocate, staging blocks
 * </pre>
 *
 * <p><b>Writers.</b> A table's records belong to the owner. Peers change a pair's state to ERR,
 * consume from receive rings, store into completion rings, and own the visit word. After a peer has
 * changed a pair to ERR it raises the attention count; the owner's next poll, or its engine,
 * flushes.
 *
 * <p><b>Code.</b> Records and rings are static methods over an address, and over the base from
 * which refs count: the same code works on the own segment and on a peer's, and no object stands
 * between a request and the word that it changes. {@link org.strata.verbs.soft.segment.Site} is a
 * device's segment in this process.
 */
package org.strata.verbs.soft.segment;
