package org.strata.btl.openib;

import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

/** The pool of plain memory for packets that came before their turn, by powers of two. */
final class HeldMessages {
    private final Arena arena;
    private final OpenibCounters counters;
    private final HeldMessage[] free = new HeldMessage[HeldMessage.SIZE_CLASSES];

    HeldMessages(Arena arena, OpenibCounters counters) {
        this.arena = arena;
        this.counters = counters;
    }

    /** Returns memory for a packet of so many bytes, and counts the packet as early. */
    HeldMessage acquire(int bytes) {
        counters.early++;
        int size = HeldMessage.sizeClass(bytes);
        HeldMessage message = free[size];
        if (message == null) {
            int room = HeldMessage.room(size);
            return new HeldMessage(Memory.allocate(arena, room, 64), room);
        }
        free[size] = message.next;
        message.next = null;
        return message;
    }

    void release(HeldMessage message) {
        int size = HeldMessage.sizeClass(message.room);
        message.channel = null;
        message.next = free[size];
        free[size] = message;
    }
}
