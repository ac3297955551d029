/**
 * The path to a peer process: its links, reliable delivery over several, queues of packets and
 * requests.
 */
package org.strata.pml.ob1.wire;
