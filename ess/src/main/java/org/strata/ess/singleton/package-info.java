/** The environment of a program that no launcher started: a job of one process. */
package org.strata.ess.singleton;
