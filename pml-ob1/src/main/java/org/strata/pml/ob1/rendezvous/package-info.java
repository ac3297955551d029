/** The rendezvous by copy: RNDV, ACK, and fragments through the BTLs' own buffers. */
package org.strata.pml.ob1.rendezvous;
