/** What reading and writing by RDMA share: pieces, lanes, registrations and their shortage. */
package org.strata.pml.ob1.rdma;
