/**
 * The command {@code benchmarks/profile}: runs a program under the JDK's flight recorder in every
 * rank and prints one page about what the JVM did.
 */
package org.strata.benchmarks.profile;
