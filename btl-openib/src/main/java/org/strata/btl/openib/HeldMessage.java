package org.strata.btl.openib;

/** Plain memory for a message that came before its turn; pooled by the link. */
final class HeldMessage {
    final long address;
    final int room;
    HeldMessage next;
    int sequence;
    int length;

    HeldMessage(long address, int room) {
        this.address = address;
        this.room = room;
    }
}
