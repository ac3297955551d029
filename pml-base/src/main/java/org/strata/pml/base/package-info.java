/**
 * What every PML shares: {@link org.strata.pml.base.match matching}, cookies by which packets name
 * requests, the account of buffered sends, and memory for packets that are kept.
 */
package org.strata.pml.base;
