/** Memory pools: allocation and registration. */
package org.strata.mpool;
