package org.strata.btl.openib;

import org.strata.btl.openib.connect.PortAddress;

/**
 * Where a peer's link receives datagrams.
 *
 * @param port the peer's
 * @param pair number of the queue pair there
 */
record DatagramAddress(PortAddress port, int pair) {}
