/**
 * The component {@code coll = tuned}: selects an algorithm for every call by rules, or as the user
 * says, and runs it.
 */
package org.strata.coll.tuned;
