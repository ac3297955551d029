/**
 * The {@code grdma} registration cache, named after Open MPI's: page-aligned ranges in an interval
 * tree, reference counts, least recently used idle registrations bounded in bytes and in number.
 */
package org.strata.rcache;
