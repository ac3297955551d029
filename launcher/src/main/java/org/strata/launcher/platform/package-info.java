/** What of the system the launcher tells users. */
package org.strata.launcher.platform;
