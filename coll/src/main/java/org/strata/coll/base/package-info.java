/**
 * What all collective algorithms share: one call's sends and receives, temporary memory, partitions
 * of buffers, and trees.
 */
package org.strata.coll.base;
