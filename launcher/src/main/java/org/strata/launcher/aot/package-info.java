/** Trains the start-up caches of the distribution; never part of a user's job. */
package org.strata.launcher.aot;
