/** A program that changes what it does all the time, from its first message on. */
package org.strata.benchmarks.patterns;
