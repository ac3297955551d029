/** Injected time: nothing in the stack reads a clock of its own. */
package org.strata.opal.time;
