/** Starts programs as MPJ Express' {@code mpjrun} does. */
package org.strata.mpj;
