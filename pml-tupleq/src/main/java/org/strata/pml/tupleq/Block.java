package org.strata.pml.tupleq;

import org.strata.mca.rcache.Registration;

import java.lang.foreign.Arena;

/** A piece of registered memory between the user's data and the adapter. */
final class Block {
    final long address;
    final Registration registration;

    /** Logarithm of its size; -1 for one that is made for a single message. */
    final int shift;

    /** Memory of a block for a single message, else null. */
    final Arena own;

    Block next;

    Block(long address, Registration registration, int shift, Arena own) {
        this.address = address;
        this.registration = registration;
        this.shift = shift;
        this.own = own;
    }
}
