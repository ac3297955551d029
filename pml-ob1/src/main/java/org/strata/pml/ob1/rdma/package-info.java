/**
 * What RGET and RPUT share: pieces, the choice of lanes, registrations, and what happens when these
 * run short.
 */
package org.strata.pml.ob1.rdma;
