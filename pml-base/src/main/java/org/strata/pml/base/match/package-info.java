/**
 * Matching: which receive gets which message (MPI 3.1 §3.5, §3.8). A look-up takes the same time
 * with one source and tag as with a thousand.
 */
package org.strata.pml.base.match;
