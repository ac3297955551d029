/**
 * A simulated network: BTLs whose packets travel in virtual time, delayed, refused and cut as one
 * seed decides, so that a whole job runs in one thread and every run can be repeated.
 */
package org.strata.testkit.sim;
