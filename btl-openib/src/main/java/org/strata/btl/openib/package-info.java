/**
 * Transport over verbs. Per port one {@code OpenibBtl}; per peer one {@code OpenibEndpoint} with a
 * queue pair per receive queue, by default two: high priority for control and short messages, low
 * priority for long fragments and RDMA. The protocol is documented in {@code
 * docs/protocol/openib.md}.
 */
package org.strata.btl.openib;
