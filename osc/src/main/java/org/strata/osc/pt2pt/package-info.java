/**
 * Windows by messages: serves every window, over any PML.
 *
 * <p>A request is a message of the window's own communicator, with a reserved context: the target
 * has receives posted for requests from anybody, and a progress source that looks at the oldest of
 * them. So the target serves requests whenever it is in any MPI call, and no receive of the program
 * can match one. Requests are messages of the PML, and not active messages of a BTL, because the
 * PML already does what one-sided communication needs: messages of a pair of processes arrive in
 * order, once, at any length, over several links and past failed ones, and senders that are too
 * fast are slowed down. A tag of the BTLs would have to do all that a second time, for one message
 * header less.
 *
 * <p>Tags, all of the window's context: requests and answers without data ({@link RequestKind}),
 * data of long puts and datatypes that follow their request, and data that answer a request. Data
 * of a pair of processes are sent in the order of their requests, so no number is needed to tell
 * them apart. While a long transfer of an origin is under way, its later requests wait.
 *
 * <p>An operation that would access other memory than the window's is not carried out; the first
 * such refusal goes back with the acknowledgement that the next synchronisation waits for. An
 * answer with data that is refused has no data.
 */
package org.strata.osc.pt2pt;
