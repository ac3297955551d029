/** The life of a job: its processes, its files, its end. */
package org.strata.launcher.job;
