package org.strata.btl.tcp;

/** What hangs on a selection key: told when its channel is ready. */
interface Selected {
    /** Does what can be done now; returns the number of events handled. */
    int ready();
}
