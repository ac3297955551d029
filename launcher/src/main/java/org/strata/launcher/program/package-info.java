/** How a program is started: finding it, and what java programs get added. */
package org.strata.launcher.program;
