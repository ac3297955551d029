/**
 * A PML whose matching is done by the adapter: a receive queue for each tuple of communicator,
 * source and tag. It stands on another PML, which carries all that tuples cannot.
 */
package org.strata.pml.tupleq;
