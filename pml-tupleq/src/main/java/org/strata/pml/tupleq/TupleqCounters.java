package org.strata.pml.tupleq;

import org.strata.opal.counters.Counters;

/** Counters of tupleq. Plain fields, written inside the progress bracket only. */
final class TupleqCounters {
    long queues;
    long asked;
    long direct;
    long copied;
    long copiedBytes;
    long bounced;
    long detours;
    long parked;
    long express;
    long fallbacks;
    long handedOver;
    long returns;
    long refused;
    long truncated;
    long wildcards;
    long notices;
    long kept;
    long standIns;

    /** Publishes the counters for tools. */
    void publish(Counters counters) {
        String own = "pml_tupleq_";
        counters.add(own + "queues", "receive queues opened", () -> queues);
        counters.add(own + "asked", "questions for the number of a queue", () -> asked);
        counters.add(own + "direct", "messages sent from the user's memory", () -> direct);
        counters.add(own + "copied", "sends that are copied", () -> copied);
        counters.add(
                own + "copied_bytes",
                "bytes copied between the user's memory and blocks",
                () -> copiedBytes);
        counters.add(own + "bounced", "messages through blocks at either end", () -> bounced);
        counters.add(own + "detours", "messages whose data the PML below carried", () -> detours);
        counters.add(own + "parked", "times that a tuple found no free lane", () -> parked);
        counters.add(own + "express", "messages by the express lane", () -> express);
        counters.add(
                own + "fallbacks",
                "communicators and peers left to the PML below",
                () -> fallbacks);
        counters.add(own + "handed_over", "messages handed to the PML below", () -> handedOver);
        counters.add(own + "returns", "communicators and peers back at queues", () -> returns);
        counters.add(own + "refused", "refusals to come back to queues", () -> refused);
        counters.add(own + "truncated", "messages longer than their receive", () -> truncated);
        counters.add(
                own + "wildcards",
                "receives from any source that waited at queues",
                () -> wildcards);
        counters.add(own + "notices", "blocks posted to queues for any receive", () -> notices);
        counters.add(
                own + "kept", "messages that landed in a block before their receive", () -> kept);
        counters.add(
                own + "stand_ins",
                "landed messages whose place the PML below matched",
                () -> standIns);
    }
}
