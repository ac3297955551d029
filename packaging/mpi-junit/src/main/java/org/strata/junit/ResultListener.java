package org.strata.junit;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Notes how the one test of a rank ended, and whether its class was set up and torn down. */
final class ResultListener implements TestExecutionListener {
    private RankResult result =
            RankResult.failed(
                    new IllegalStateException("JUnit did not find the test in the rank."));

    /** A failure of a container, such as one in a method BeforeAll, stands. */
    private boolean failed;

    RankResult result() {
        return result;
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult execution) {
        Throwable thrown = execution.getThrowable().orElse(null);
        switch (execution.getStatus()) {
            case SUCCESSFUL -> {
                if (test.isTest() && !failed) {
                    result = RankResult.passed();
                }
            }
            case ABORTED -> note(RankResult.aborted(thrown));
            case FAILED -> note(RankResult.failed(thrown));
        }
    }

    private void note(RankResult bad) {
        if (!failed) {
            failed = true;
            result = bad;
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        note(RankResult.aborted(new IllegalStateException("skipped: " + reason)));
    }
}
