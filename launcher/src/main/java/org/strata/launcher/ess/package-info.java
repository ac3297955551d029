/** Process environments (ess components) that need no other launcher: Strata's own, and none. */
package org.strata.launcher.ess;
