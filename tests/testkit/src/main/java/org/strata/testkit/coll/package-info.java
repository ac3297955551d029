/** What every implementation of collectives must do: random calls against the definition of MPI. */
package org.strata.testkit.coll;
