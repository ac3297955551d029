package org.strata.tests.simulation;

import org.strata.pml.tupleq.TupleqConfig;
import org.strata.testkit.TestSection;

import java.util.stream.LongStream;

/**
 * Parameters of tupleq for tests: the defaults, and what a test wants otherwise. Messages are
 * numbered from 1,000 below the first number that an int does not hold.
 */
record TupleqSettings(TestSection section) {
    static final TupleqSettings DEFAULTS =
            new TupleqSettings(TestSection.of("pml", "tupleq")).first((1L << 31) - 1000);

    /**
     * Returns where numbers begin in tests of single cases: 1,000 below the first that an int does
     * not hold, right before it, and before 2^32, where the low 32 bits begin anew.
     */
    static LongStream firstNumbers() {
        return LongStream.of((1L << 31) - 1000, (1L << 31) - 3, (1L << 32) - 3);
    }

    /** Without copies, and with few lanes. */
    static TupleqSettings lanes(int lanes) {
        return DEFAULTS.with("copy-limit", 0).with("lanes", lanes);
    }

    /** Two queues with one receive each, and one lane. */
    static TupleqSettings scarce() {
        return DEFAULTS.with("max-queues", 2).with("queue-depth", 1).with("lanes", 1);
    }

    /** Numbers messages and epochs from here. */
    TupleqSettings first(long number) {
        return with("first-number", number);
    }

    TupleqSettings with(String key, Object value) {
        return new TupleqSettings(section.with(key, value));
    }

    TupleqConfig config() {
        return TupleqConfig.from(section);
    }
}
