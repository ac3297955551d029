/**
 * The parts that collective algorithms share: one call's sends and receives, temporary memory,
 * partitions of buffers, and trees.
 */
package org.strata.coll.base;
