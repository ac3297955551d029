/** The way to a peer process: its links, reliable delivery over several, queues of what waits. */
package org.strata.pml.ob1.wire;
