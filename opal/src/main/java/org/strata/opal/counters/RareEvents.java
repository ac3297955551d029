package org.strata.opal.counters;

/**
 * Where one rank's components tell what they do rarely and at a cost: connect to a process,
 * register memory. They read no clock before there is a listener. Tier 3.
 */
public final class RareEvents {
    /** Set before the first event that is to be heard. Pairs with RareEvents.listener. */
    private volatile Listener listener;

    /** Is told by the thread that did it, inside the rank's progress bracket: it is brief. */
    public interface Listener {
        /**
         * Links to a process were chosen, before the first message to it.
         *
         * @param peer its number in the job
         * @param links names of the links, the best first; empty if none leads there
         * @param refused why a better link was not taken; empty if none was refused
         * @param nanos what it took
         */
        void connected(int peer, String links, String refused, long nanos);

        /**
         * Memory was registered with an adapter.
         *
         * @param address of its first page
         * @param bytes whole pages
         * @param done false where the adapter has refused it
         * @param nanos what it took
         */
        void registered(long address, long bytes, boolean done, long nanos);
    }

    /** Has somebody told of what happens from now on. */
    public void listen(Listener told) {
        listener = told;
    }

    /** Returns who is to be told, or null: then no clock need be read. */
    public Listener listener() {
        return listener;
    }
}
