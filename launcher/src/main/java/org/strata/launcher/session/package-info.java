/** A job's files on one host, and who removes them when everybody else is gone. */
package org.strata.launcher.session;
