/** Out-of-band control channel: wire-up, modex, fence and small messages. */
package org.strata.oob;
