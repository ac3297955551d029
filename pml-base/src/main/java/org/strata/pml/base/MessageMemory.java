package org.strata.pml.base;

/**
 * The memory of this rank's node as a PML sees it: how much of it messages may take that no receive
 * has matched, and who is told when that does not suffice.
 */
public interface MessageMemory {
    /** Every rank may use at least so many bytes. */
    long LEAST = 256 << 20;

    /** Of a rank alone: the least there is, and nobody to tell. */
    MessageMemory ALONE =
            new MessageMemory() {
                @Override
                public long bytes() {
                    return LEAST;
                }

                @Override
                public void onStandstill(Standstill standstill) {}
            };

    /** Returns how many bytes such messages of this rank may take. May read files. */
    long bytes();

    /** The memory is used up, and this rank has not received any of those messages for a while. */
    void onStandstill(Standstill standstill);
}
