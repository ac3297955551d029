/**
 * The control channel of a job: one Netty server in {@code mpirun}, one connection per rank.
 *
 * <p>Wire format: frames of a 4-byte big-endian length (of what follows it), a 1-byte {@link
 * org.strata.oob.Frame type}, and the type's fields. Before a connection has proved that it knows
 * the job's secret, frames are tiny and a deadline runs; what does not fit is closed without a
 * word.
 *
 * <pre>
 *   server                                   rank
 *     CHALLENGE protocol, server nonce  ──►
 *                                       ◄──  ANSWER rank, pid, client nonce, HMAC("rank", nonces)
 *     WELCOME HMAC("server", nonces), job ──►     (or REFUSED reason)
 * </pre>
 *
 * <p>Threads: the server's state belongs to its one event loop, a rank's connection to its own one.
 */
package org.strata.oob;
