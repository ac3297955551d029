/** Collective operations over point-to-point messages. */
package org.strata.coll;
