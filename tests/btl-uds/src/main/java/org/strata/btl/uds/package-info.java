/**
 * Byte transfer layer over Unix domain sockets, between the processes of one host: an example of a
 * BTL with connections.
 *
 * <p>Each process listens on a socket in the file system. The first send to a peer connects to the
 * peer's; the connection carries messages in that direction only, so that two processes that
 * connect to each other at once need no rule for who wins.
 *
 * <p>A frame is 8 bytes of header (length of what follows, tag; 4 bytes each, in the machine's byte
 * order) and the message. The first frame of a connection has tag {@link
 * org.strata.btl.uds.UdsFrame#HELLO}: the sender's rank and the job's secret.
 */
package org.strata.btl.uds;
