package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;

import org.junit.jupiter.api.Test;
import org.strata.mca.btl.BtlComponent;

import java.util.List;

/** A module that adds no component is refused: a user would only see that a link is missing. */
class SelectedModulesTest {
    /** A module of Guice that does not add its component as PlainModule does. */
    private static final class Foreign extends AbstractModule implements ComponentModule {
        @Override
        public String framework() {
            return "btl";
        }

        @Override
        public String name() {
            return "foreign";
        }

        @Override
        protected void configure() {
            bind(BtlComponent.class).toInstance(new FakeComponents.FakeBtl("foreign"));
        }
    }

    /** As modules were written for Guice's Multibinder. */
    private static final class Bare extends FakeModules.Fake {
        Bare() {
            super("btl", "bare");
        }

        @Override
        protected void configure() {
            bind(BtlComponent.class).toInstance(new FakeComponents.FakeBtl("bare"));
        }
    }

    /** Adds its class instead of the framework's interface. */
    private static final class Misnamed extends FakeModules.Fake {
        Misnamed() {
            super("btl", "misnamed");
        }

        @Override
        protected void configure() {
            component(FakeComponents.FakeBtl.class, () -> new FakeComponents.FakeBtl("misnamed"));
        }
    }

    @Test
    void modulesThatAddNothingAreRefusedByName() {
        assertRefused(new Foreign(), "does not extend org.strata.mca.base.PlainModule");
        assertRefused(new Bare(), "adds no component");
        assertRefused(new Misnamed(), "FakeComponents$FakeBtl");
    }

    private static void assertRefused(ComponentModule module, String reason) {
        assertThatThrownBy(() -> Guice.createInjector(new SelectedModules(List.of(module))))
                .rootCause()
                .isInstanceOf(StackException.class)
                .satisfies(e ->
                        assertThat(e.getMessage().replaceAll("\\s+", " "))
                                .contains(module.getClass().getName())
                                .contains("btl " + module.name())
                                .contains(reason));
    }
}
