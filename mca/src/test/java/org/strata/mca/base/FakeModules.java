package org.strata.mca.base;

import com.google.inject.Provider;

import org.strata.mca.bml.BmlComponent;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.coll.CollComponent;
import org.strata.mca.ess.EssComponent;
import org.strata.mca.pml.PmlComponent;

import java.util.List;
import java.util.Set;

/** A stack of components that do next to nothing, found as real ones are. */
public final class FakeModules {
    private FakeModules() {}

    abstract static class Fake extends PlainModule {
        private final String framework;
        private final String name;

        Fake(String framework, String name) {
            this.framework = framework;
            this.name = name;
        }

        @Override
        public String framework() {
            return framework;
        }

        @Override
        public String name() {
            return name;
        }
    }

    /** The btl without which a rank cannot send to itself. */
    public static final class Self extends Fake {
        public Self() {
            super("btl", "self");
        }

        @Override
        protected void configure() {
            component(BtlComponent.class, () -> new FakeComponents.FakeBtl("self"));
        }
    }

    /** A btl that had other names once. */
    public static final class Shm extends Fake {
        public Shm() {
            super("btl", "shm");
        }

        @Override
        public List<String> oldNames() {
            return List.of("sm", "vader");
        }

        @Override
        protected void configure() {
            component(BtlComponent.class, () -> new FakeComponents.FakeBtl("shm"));
        }
    }

    /** A btl with many parameters. */
    public static final class Tcp extends Fake {
        public Tcp() {
            super("btl", "tcp");
        }

        @Override
        public List<InfoFacts.Fact> facts(ParameterLookup parameters) {
            String links = parameters.section("btl", "tcp").text("links");
            return List.of(new InfoFacts.Fact("port:eth0", "port eth0", "used: " + links));
        }

        @Override
        protected void configure() {
            component(BtlComponent.class, () -> new FakeComponents.FakeBtl("tcp"));
        }
    }

    /** A pml that notes what is done to it. */
    public static final class Ob1 extends Fake {
        public Ob1() {
            super("pml", "ob1");
        }

        @Override
        protected void configure() {
            Provider<FakeComponents.Journal> journal = getProvider(FakeComponents.Journal.class);
            component(
                    PmlComponent.class, () -> new FakeComponents.FakePml("ob1", 20, journal.get()));
        }
    }

    /** A pml with a lower priority. */
    public static final class Tupleq extends Fake {
        public Tupleq() {
            super("pml", "tupleq");
        }

        @Override
        protected void configure() {
            Provider<FakeComponents.Journal> journal = getProvider(FakeComponents.Journal.class);
            component(
                    PmlComponent.class,
                    () -> new FakeComponents.FakePml("tupleq", 10, journal.get()));
        }
    }

    /** The bml; also binds the journal, which every fake writes to. */
    public static final class R2 extends Fake {
        final FakeComponents.Journal journal = new FakeComponents.Journal();

        public R2() {
            super("bml", "r2");
        }

        @Override
        protected void configure() {
            bind(FakeComponents.Journal.class).toInstance(journal);
            Provider<Set<BtlComponent>> btls = all(BtlComponent.class);
            component(BmlComponent.class, () -> bml(btls.get()));
        }

        private BmlComponent bml(Set<BtlComponent> btls) {
            journal.add("btls " + btls.stream().map(Component::name).sorted().toList());
            return new FakeComponents.FakeBml();
        }
    }

    /** The collectives. */
    public static final class Basic extends Fake {
        public Basic() {
            super("coll", "basic");
        }

        @Override
        public List<AllowedValue> allowedValues(String key) {
            return key.equals("algorithm")
                    ? List.of(
                            new AllowedValue("ignore", 0, "The rules select."),
                            new AllowedValue("ring", 4, "Around the ring."),
                            new AllowedValue("star", AllowedValue.NO_NUMBER, "Over the centre."))
                    : List.of();
        }

        @Override
        protected void configure() {
            component(CollComponent.class, () -> new FakeComponents.FakeColl());
        }
    }

    /** A job of one. */
    public static final class Singleton1 extends Fake {
        public Singleton1() {
            super("ess", "singleton");
        }

        @Override
        protected void configure() {
            Provider<FakeComponents.Journal> journal = getProvider(FakeComponents.Journal.class);
            component(
                    EssComponent.class,
                    () -> new FakeComponents.FakeEss("singleton", 1, true, journal.get()));
        }
    }

    /** A launcher that is not there. */
    public static final class Absent extends Fake {
        public Absent() {
            super("ess", "absent");
        }

        @Override
        protected void configure() {
            Provider<FakeComponents.Journal> journal = getProvider(FakeComponents.Journal.class);
            component(
                    EssComponent.class,
                    () -> new FakeComponents.FakeEss("absent", 50, false, journal.get()));
        }
    }

    /** Collectives that cannot be had. */
    public static final class Broken extends Fake {
        public Broken() {
            super("coll", "broken");
        }

        @Override
        protected void configure() {
            component(CollComponent.class, () -> new FakeComponents.BrokenColl());
        }
    }
}
