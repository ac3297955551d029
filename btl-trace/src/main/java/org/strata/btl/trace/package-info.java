/**
 * A decorator that writes one line, or one event of the Flight Recorder, for each message that goes
 * over the links of other BTLs. Nothing above or below knows of it.
 */
package org.strata.btl.trace;
