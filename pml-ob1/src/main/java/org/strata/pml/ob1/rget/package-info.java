/** RGET: the receiver reads the data; both halves. */
package org.strata.pml.ob1.rget;
