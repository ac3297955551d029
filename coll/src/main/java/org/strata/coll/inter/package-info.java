/**
 * Collectives of inter-communicators (MPI 3.1 §5.2.3), one per file: collectives of each group, and
 * messages between the groups' leaders or between every pair of members.
 */
package org.strata.coll.inter;
