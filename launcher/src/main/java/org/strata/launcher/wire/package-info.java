/** What mpirun and the daemons of other hosts say to each other, as bytes. */
package org.strata.launcher.wire;
