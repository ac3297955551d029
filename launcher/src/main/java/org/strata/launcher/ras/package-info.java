/**
 * Which hosts a job may use, and how many processes each has room for: options, resource managers
 * and host files, each read into the same list.
 */
package org.strata.launcher.ras;
