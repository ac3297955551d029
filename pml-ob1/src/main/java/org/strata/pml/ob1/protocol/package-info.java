/** The choice of a protocol per message, as a pure function that can be printed and tested. */
package org.strata.pml.ob1.protocol;
