package org.strata.tests.simulation;

import org.strata.pml.tupleq.TupleqConfig;
import org.strata.testkit.TestSection;

/** Parameters of tupleq for tests: the defaults, and what a test wants otherwise. */
record TupleqSettings(TestSection section) {
    static final TupleqSettings DEFAULTS = new TupleqSettings(TestSection.of("pml", "tupleq"));

    /** Without copies, and with few lanes. */
    static TupleqSettings lanes(int lanes) {
        return DEFAULTS.with("copy-limit", 0).with("lanes", lanes);
    }

    /** Two queues with one receive each, and one lane. */
    static TupleqSettings scarce() {
        return DEFAULTS.with("max-queues", 2).with("queue-depth", 1).with("lanes", 1);
    }

    TupleqSettings with(String key, Object value) {
        return new TupleqSettings(section.with(key, value));
    }

    TupleqConfig config() {
        return TupleqConfig.from(section);
    }
}
