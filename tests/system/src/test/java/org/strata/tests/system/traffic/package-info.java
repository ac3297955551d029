/**
 * Random traffic by real processes: every rank makes the same plan from a seed, carries out its
 * part and checks what it gets. {@link org.strata.tests.system.traffic.TrafficProgram} is the
 * ranks' program.
 */
package org.strata.tests.system.traffic;
