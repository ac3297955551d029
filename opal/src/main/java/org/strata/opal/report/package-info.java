/**
 * The numbers of one rank, as a report of its job needs them: what they are, and the bounded file
 * in which they outlive the rank. Ranks write, the launcher reads. Tier 3.
 */
package org.strata.opal.report;
