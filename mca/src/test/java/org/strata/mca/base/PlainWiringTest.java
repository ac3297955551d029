package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.Provider;

import org.junit.jupiter.api.Test;
import org.strata.mca.btl.BtlComponent;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** What modules ask for comes without Guice, as Guice would make it. */
class PlainWiringTest {
    private final List<String> made = new ArrayList<>();

    /** Adds a btl that is made of a text of the rank. */
    private static final class Named extends FakeModules.Fake {
        Named(String name) {
            super("btl", name);
        }

        @Override
        protected void configure() {
            Provider<String> text = getProvider(String.class);
            component(BtlComponent.class, () -> new FakeComponents.FakeBtl(name() + text.get()));
        }
    }

    private String make(String what) {
        made.add(what);
        return what;
    }

    private static PlainWiring wire(Consumer<Bindings> own, ComponentModule... modules) {
        return PlainWiring.of(own, new SelectedModules(List.of(modules))::bindIn);
    }

    @Test
    void componentsAreMadeOnceInTheOrderOfTheirModules() {
        PlainWiring wiring =
                wire(to -> to.instance(String.class, "!"), new Named("shm"), new Named("tcp"));
        Set<BtlComponent> btls = wiring.components(BtlComponent.class);
        assertThat(btls).extracting(Component::name).containsExactly("shm!", "tcp!");
        assertThat(wiring.components(BtlComponent.class)).isSameAs(btls);
    }

    @Test
    void whatIsMadeOnceIsMadeAtTheBeginningAndAnythingElseWhenAskedFor() {
        PlainWiring wiring =
                wire(to -> {
                    Provider<Long> later = to.provider(Long.class);
                    to.single(String.class, () -> make("first of " + later.get()));
                    to.single(Long.class, () -> make("7").isEmpty() ? 0L : 7L);
                    to.each(Integer.class, () -> make("each").length());
                });
        assertThat(made).containsExactly("7", "first of 7");
        assertThat(wiring.get(Integer.class)).isEqualTo(4);
        assertThat(wiring.get(Integer.class)).isEqualTo(4);
        assertThat(wiring.get(String.class)).isEqualTo("first of 7");
        assertThat(made).containsExactly("7", "first of 7", "each", "each");
    }

    /** A component that cannot be made is known when the stack is wired, not when it is used. */
    @Test
    void componentsThatNobodyHasAskedForAreMadeToo() {
        PlainWiring wiring = wire(to -> to.each(String.class, () -> make("!")), new Named("shm"));
        assertThat(made).hasSize(1);
        wiring.components(BtlComponent.class);
        assertThat(made).hasSize(1);
        assertThatThrownBy(() ->
                        wire(
                                to -> to.each(String.class, () -> make(null).trim()),
                                new Named("tcp")))
                .isInstanceOf(StackException.class)
                .hasMessageContaining("cannot be wired together");
    }

    @Test
    void nothingIsMadeWhereGuiceIsNeeded() {
        Consumer<Bindings> own = to -> to.single(Long.class, () -> Long.valueOf(make("7")));
        assertThatThrownBy(() -> wire(own, new FakeModules.R2()))
                .isInstanceOf(PlainWiring.GuiceNeeded.class)
                .hasMessageContaining("R2 uses Guice's binder");
        assertThatThrownBy(() -> wire(own, new Named("tcp")))
                .isInstanceOf(PlainWiring.GuiceNeeded.class)
                .hasMessageContaining("java.lang.String is not bound");
        assertThatThrownBy(() -> wire(own.andThen(own)))
                .isInstanceOf(PlainWiring.GuiceNeeded.class)
                .hasMessageContaining("java.lang.Long is bound twice");
        assertThat(made).isEmpty();
    }

    @Test
    void whatNeedsItselfIsNamed() {
        assertThatThrownBy(() ->
                        wire(to -> {
                            Provider<Long> itself = to.provider(Long.class);
                            to.single(Long.class, () -> itself.get() + 1);
                        }))
                .isInstanceOf(StackException.class)
                .hasMessageContaining("cannot be wired together")
                .hasMessageContaining("java.lang.Long: needed to make itself");
    }

    @Test
    void aFailureKeepsItsOwnWords() {
        StackException own = new StackException("no luck", null);
        assertThatThrownBy(() ->
                        wire(to ->
                                to.single(
                                        Long.class,
                                        () -> {
                                            throw own;
                                        })))
                .isSameAs(own);
        Consumer<Bindings> broken = to -> to.single(Long.class, () -> Long.valueOf("seven"));
        assertThatThrownBy(() -> wire(broken))
                .isInstanceOf(StackException.class)
                .hasMessageContaining("NumberFormatException")
                .hasCauseInstanceOf(NumberFormatException.class);
    }
}
