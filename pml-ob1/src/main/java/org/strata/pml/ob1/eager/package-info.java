/** The eager protocol: a message in one packet; and the first packet of every other protocol. */
package org.strata.pml.ob1.eager;
