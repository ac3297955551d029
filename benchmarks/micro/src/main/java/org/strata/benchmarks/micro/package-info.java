/**
 * Micro-benchmarks of the data path's parts, by JMH: {@code benchmarks/jmh} runs them. One of them
 * lives in the package it measures, whose classes are nobody else's business.
 */
package org.strata.benchmarks.micro;
