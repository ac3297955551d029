package org.strata.btl.tcp;

/** The attachment of a selection key: called when its channel is ready. */
interface Selected {
    /** Does what can be done now; returns the number of events handled. */
    int ready();
}
