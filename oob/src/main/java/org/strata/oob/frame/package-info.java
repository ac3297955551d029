/**
 * Frames of the control channel: their types, how they and their fields are written and read, and
 * the proof that a peer knows the job's secret. Needs the JDK only.
 */
package org.strata.oob.frame;
