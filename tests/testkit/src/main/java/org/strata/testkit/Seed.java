package org.strata.testkit;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

import java.util.Optional;
import java.util.Random;

/**
 * Randomness of a test, new on every run. A failing test prints its seed; {@code -Dseed=N} replays
 * it. Use: {@code @RegisterExtension final Seed seed = new Seed();}
 */
public final class Seed implements BeforeEachCallback, TestExecutionExceptionHandler {
    private boolean given;
    private long value;

    @Override
    public void beforeEach(ExtensionContext context) {
        Optional<String> seed = context.getConfigurationParameter("seed");
        given = seed.isPresent();
        value = seed.map(Long::parseLong).orElseGet(() -> System.nanoTime() & 0xffff_ffffL);
    }

    /** Returns a generator that starts from the seed; every call gives the same sequence. */
    public Random random() {
        return new Random(value);
    }

    /**
     * Returns a generator that starts from the seed of the command line, and from a fixed one
     * without it, for tests that others than their writers must be able to trust.
     */
    public Random random(long usual) {
        if (!given) {
            value = usual;
        }
        return random();
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure)
            throws Throwable {
        failure.addSuppressed(new Replay("replay with -Dseed=" + value));
        throw failure;
    }

    /** Carries the seed into the failure's report. */
    private static final class Replay extends Exception {
        private static final long serialVersionUID = 1L;

        Replay(String message) {
            super(message, null, false, false);
        }
    }
}
