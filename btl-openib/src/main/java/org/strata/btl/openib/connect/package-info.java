/**
 * The connection to one peer, apart from what carries data: states, messages over the out-of-band
 * channel, and who may have queue pairs. Knows no verbs, so that its tests run every interleaving.
 */
package org.strata.btl.openib.connect;
