package org.strata.btl.fault;

import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.time.Clock;

/**
 * What the faulty links of a rank share.
 *
 * @param config which faults, how often
 * @param dice decides which operation a fault hits
 * @param engine polls for delayed operations
 * @param clock for delays
 */
record FaultSource(FaultConfig config, Dice dice, ProgressEngine engine, Clock clock) {}
