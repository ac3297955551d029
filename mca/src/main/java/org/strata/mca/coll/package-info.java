/** Collective operations on intracommunicators. */
package org.strata.mca.coll;
