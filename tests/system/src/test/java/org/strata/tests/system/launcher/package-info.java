/** The launcher with real processes: every option, and every fault a job can meet. */
package org.strata.tests.system.launcher;
