/** Pools of objects that messages need, so that the data path allocates nothing. */
package org.strata.opal.pool;
