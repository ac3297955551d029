/**
 * Matching: which receive takes which message (MPI 3.1 §3.5, §3.8). Lookups cost the same with one
 * source and tag or with a thousand.
 */
package org.strata.pml.base.match;
