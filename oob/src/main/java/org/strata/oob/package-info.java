/**
 * The control channel of a job: one Netty server in {@code mpirun}, one connection per rank. Ranks
 * on mpirun's host connect by a Unix-domain socket in a directory that only the user may enter; TCP
 * is for those on other hosts.
 *
 * <p>Wire format: frames of a 4-byte big-endian length (of what follows it), a 1-byte {@link
 * org.strata.oob.frame.Frame type}, and the type's fields. Before a peer has proved that it knows
 * the job's secret, its frames are tiny, only those of the handshake are legal, each in its state
 * ({@link org.strata.oob.client.ClientState}, {@link org.strata.oob.RankState}), and a deadline
 * runs. A peer that breaks these rules is disconnected without a word.
 *
 * <pre>
 *   server                                   rank
 *     CHALLENGE protocol, server nonce  ──►
 *                                       ◄──  ANSWER rank, pid, client nonce, HMAC("rank", nonces)
 *     WELCOME HMAC("server", nonces)    ──►
 *     JOB the job's map                 ──►     (or REFUSED reason)
 * </pre>
 *
 * <p>Packages: {@link org.strata.oob.frame} and {@link org.strata.oob.client} know no Netty, which
 * would cost every rank its loading; {@link org.strata.oob.link} and the server here do. Server and
 * client do not know each other.
 *
 * <p>Threads: the server's state belongs to its one event loop, a rank's connection to the thread
 * of its {@link org.strata.oob.client.RankLink}, which uses JDK channels only.
 */
package org.strata.oob;
