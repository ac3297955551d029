package org.strata.pml.ob1;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Names for requests and pieces on the wire: slot number and generation, so that a late packet
 * never reaches the wrong request. Tier 2.
 */
final class CookieTable {
    private Named[] requests = new Named[64];
    private int[] generations = new int[64];
    private int[] free = new int[64];
    private int freeCount;

    CookieTable() {
        fill(0);
    }

    private void fill(int from) {
        for (int slot = requests.length - 1; slot >= from; slot--) {
            free[freeCount++] = slot;
        }
    }

    /** Gives a request a slot if it has none, and returns its cookie. */
    long cookie(Named request) {
        if (request.slot() < 0) {
            if (freeCount == 0) {
                grow();
            }
            request.setSlot(free[--freeCount]);
            requests[request.slot()] = request;
        }
        return (long) generations[request.slot()] << 32 | request.slot();
    }

    /** Returns the request with a cookie, or null when it is over. */
    Named find(long cookie) {
        int slot = (int) cookie;
        boolean valid = slot >= 0 && slot < requests.length;
        return valid && generations[slot] == (int) (cookie >>> 32) ? requests[slot] : null;
    }

    /** Takes a request's slot back, if it has one. */
    void drop(Named request) {
        int slot = request.slot();
        if (slot >= 0) {
            request.setSlot(-1);
            requests[slot] = null;
            generations[slot]++;
            free[freeCount++] = slot;
        }
    }

    /** Calls an action for every named request; it may drop the one it is given. */
    void forEach(Consumer<Named> action) {
        for (int slot = 0; slot < requests.length; slot++) {
            if (requests[slot] != null) {
                action.accept(requests[slot]);
            }
        }
    }

    private void grow() {
        int length = requests.length;
        requests = Arrays.copyOf(requests, length * 2);
        generations = Arrays.copyOf(generations, length * 2);
        free = Arrays.copyOf(free, length * 2);
        fill(length);
    }
}
