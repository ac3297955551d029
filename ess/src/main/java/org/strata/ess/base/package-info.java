/** The identity of a job, which process environments share. They know nothing of each other. */
package org.strata.ess.base;
