package org.strata.tests.verbsguest;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

import java.io.PrintStream;
import java.util.Optional;

/**
 * Runs the test classes named, or this package's, and prints a line for each test: in the guest
 * there is no Maven. Exit code 0 when none failed and at least one passed.
 */
public final class GuestTests implements TestExecutionListener {
    private static final double SECOND = 1e9;

    private final PrintStream out;
    private TestPlan plan;
    private long began;
    private int passed;
    private int skipped;
    private int failed;

    private GuestTests(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] classes) {
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        if (classes.length == 0) {
            request.selectors(DiscoverySelectors.selectPackage(GuestTests.class.getPackageName()));
        }
        for (String name : classes) {
            request.selectors(DiscoverySelectors.selectClass(name));
        }
        GuestTests tests = new GuestTests(System.out);
        tests.run(
                request.configurationParameter("junit.jupiter.execution.timeout.default", "60 s")
                        .build());
        System.exit(tests.failed == 0 && tests.passed > 0 ? 0 : 1);
    }

    private void run(LauncherDiscoveryRequest request) {
        LauncherFactory.create().execute(request, this);
        out.printf("%d passed, %d skipped, %d failed%n", passed, skipped, failed);
    }

    @Override
    public void testPlanExecutionStarted(TestPlan all) {
        plan = all;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        began = System.nanoTime();
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        skipped++;
        out.println("skipped  " + name(test) + ": " + reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Optional<Throwable> cause = result.getThrowable();
        switch (result.getStatus()) {
            case SUCCESSFUL -> {
                if (test.isTest()) {
                    passed++;
                    out.printf(
                            "passed   %s (%.1f s)%n",
                            name(test), (System.nanoTime() - began) / SECOND);
                }
            }
            case ABORTED -> {
                skipped++;
                out.println(
                        "skipped  "
                                + name(test)
                                + ": "
                                + cause.map(Throwable::getMessage).orElse(""));
            }
            case FAILED -> {
                failed++;
                out.println("FAILED   " + name(test));
                cause.ifPresent(e -> e.printStackTrace(out));
            }
        }
    }

    private String name(TestIdentifier test) {
        return plan.getParent(test).map(TestIdentifier::getDisplayName).orElse("")
                + "."
                + test.getDisplayName();
    }
}
