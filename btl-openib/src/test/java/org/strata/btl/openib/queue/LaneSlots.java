package org.strata.btl.openib.queue;

/** Takes slots of lanes, as the lanes of a large job would. */
public final class LaneSlots {
    private LaneSlots() {}

    /** Takes so many slots; completions that name one of them find no lane. */
    public static void take(TupleQueues queues, int slots) {
        for (int i = 0; i < slots; i++) {
            queues.parts().sends.add(null);
        }
    }
}
