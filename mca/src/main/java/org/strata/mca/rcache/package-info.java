/** Registration caches: remember which memory an RDMA-capable BTL has registered. */
package org.strata.mca.rcache;
