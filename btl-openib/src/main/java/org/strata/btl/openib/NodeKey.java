package org.strata.btl.openib;

import org.strata.btl.openib.connect.PortAddress;

/**
 * What one XRC initiator leads to: a port, and the processes whose shared receive queues are in the
 * same domain behind it.
 *
 * @param host name of the node
 * @param group which of the node's domains, from 0
 * @param port of the node; null where the domain is behind all of them
 */
record NodeKey(String host, int group, PortAddress port) {}
