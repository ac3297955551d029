package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Provides;
import com.google.inject.ProvisionException;

import org.junit.jupiter.api.Test;

class InjectorFramesTest {
    private static final class Failing extends AbstractModule {
        @Provides
        Runnable failing() {
            throw new IllegalStateException("outer", new IllegalArgumentException("inner"));
        }
    }

    @Test
    void onlyTheFramesOfTheFailureRemain() {
        Throwable outer = null;
        try {
            Guice.createInjector(new Failing()).getInstance(Runnable.class);
        } catch (ProvisionException e) {
            outer = e.getCause();
        }
        assertThat(outer.getStackTrace()).hasSizeGreaterThan(10);
        assertThat(InjectorFrames.cut(outer)).isSameAs(outer);
        for (Throwable each = outer; each != null; each = each.getCause()) {
            // Guice may have generated two classes around the call, in the package of the module.
            assertThat(each.getStackTrace())
                    .hasSizeBetween(1, 3)
                    .extracting(StackTraceElement::getMethodName)
                    .startsWith("failing");
        }
    }

    @Test
    void otherTracesStay() {
        Exception own = new Exception("here");
        StackTraceElement[] before = own.getStackTrace();
        assertThat(InjectorFrames.cut(own).getStackTrace()).isEqualTo(before);
    }
}
