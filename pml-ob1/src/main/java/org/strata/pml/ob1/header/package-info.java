/**
 * The packets of ob1, as flyweights: static accessors over the address of a header, in the byte
 * order of the machine. {@code docs/protocol/ob1.md} has the table; {@code HeaderLayoutTest}
 * compares every byte.
 */
package org.strata.pml.ob1.header;
