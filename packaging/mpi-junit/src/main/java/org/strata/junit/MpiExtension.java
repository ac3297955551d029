package org.strata.junit;

import mpi.MPI;
import mpi.MPIException;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;

import java.lang.reflect.Method;

/**
 * The extension behind {@link MpiTest}. In the JVM of the tests it starts ranks instead of running
 * the method; in a rank it lets the method run.
 */
final class MpiExtension implements BeforeEachCallback, InvocationInterceptor {
    /** JUnit constructs it. */
    MpiExtension() {}

    @Override
    public void beforeEach(ExtensionContext context) throws MPIException {
        if (RankMain.isRank() && !MPI.isInitialized()) {
            MPI.Init(new String[0]);
        }
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<Void> invocation,
            ReflectiveInvocationContext<Method> method,
            ExtensionContext context)
            throws Throwable {
        inRanksOnly(invocation);
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<Void> invocation,
            ReflectiveInvocationContext<Method> method,
            ExtensionContext context)
            throws Throwable {
        inRanksOnly(invocation);
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation,
            ReflectiveInvocationContext<Method> method,
            ExtensionContext context)
            throws Throwable {
        if (inRanksOnly(invocation)) {
            return;
        }
        MpiTest test =
                AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), MpiTest.class)
                        .orElseThrow();
        new MpiJob(test, context.getRequiredTestClass(), context.getUniqueId()).run();
    }

    private static boolean inRanksOnly(Invocation<Void> invocation) throws Throwable {
        if (RankMain.isRank()) {
            invocation.proceed();
        } else {
            invocation.skip();
        }
        return RankMain.isRank();
    }
}
