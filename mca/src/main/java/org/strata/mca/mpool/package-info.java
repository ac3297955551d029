/** Memory pools: memory that is page-aligned, huge, or shared with peers, and registered. */
package org.strata.mca.mpool;
