package org.strata.oob.client;

import org.strata.mca.base.Printable;

/**
 * The end of another job of the federation: its processes are gone.
 *
 * @param first number of its first process
 * @param end the number after that of its last one
 * @param reason what is known about it
 */
public record Departure(int first, int end, String reason) {
    /** Makes the reason fit for printing. */
    public Departure {
        reason = Printable.text(reason);
    }

    /** Returns whether a process is one of that job's. */
    public boolean has(int number) {
        return number >= first && number < end;
    }
}
