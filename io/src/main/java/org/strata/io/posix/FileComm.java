package org.strata.io.posix;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.opal.progress.ProgressEngine;

/**
 * A file's own communicator, and what carries its messages.
 *
 * @param context nobody else uses it: its tags from 0 are free
 * @param pml messages
 * @param engine the bracket, and progress
 * @param members blocking collective calls
 */
record FileComm(CommContext context, Pml pml, ProgressEngine engine, Members members) {}
