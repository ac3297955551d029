package org.strata.mca.base;

import org.strata.mca.bml.Bml;
import org.strata.mca.bml.BmlComponent;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollComponent;
import org.strata.mca.ess.EssComponent;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.oob.Oob;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlComponent;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** Components that do next to nothing. */
final class FakeComponents {
    private FakeComponents() {}

    /** What happened, in order. */
    static final class Journal {
        private final List<String> lines = new ArrayList<>();

        void add(String line) {
            lines.add(line);
        }

        List<String> lines() {
            return lines;
        }
    }

    /** An object of an interface whose methods write their names and return zero, true or null. */
    static <T> T noting(Class<T> type, String who, Journal journal) {
        Object proxy =
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (p, method, args) -> {
                            journal.add(who + "." + method.getName());
                            if (method.getReturnType() == boolean.class) {
                                return true;
                            }
                            return method.getReturnType() == int.class ? 0 : null;
                        });
        return type.cast(proxy);
    }

    record FakeBtl(String name) implements BtlComponent {
        @Override
        public List<Btl> open(BtlErrorHandler errors, StringBuilder refusal) {
            return List.of();
        }
    }

    record FakePml(String name, int priority, Journal journal) implements PmlComponent {
        @Override
        public Pml pml(Pml below) {
            return noting(Pml.class, name, journal);
        }
    }

    record FakeBml() implements BmlComponent {
        @Override
        public String name() {
            return "r2";
        }

        @Override
        public Bml bml() {
            return noting(Bml.class, "r2", new Journal());
        }
    }

    record FakeColl() implements CollComponent {
        @Override
        public String name() {
            return "basic";
        }

        @Override
        public Coll coll(Pml pml, Coll next) {
            return noting(Coll.class, "coll", new Journal());
        }
    }

    /** Fails where it is the only one; above another one it has nothing to do. */
    record BrokenColl() implements CollComponent {
        @Override
        public String name() {
            return "broken";
        }

        @Override
        public int priority() {
            return 1;
        }

        @Override
        public Coll coll(Pml pml, Coll next) {
            if (next == null) {
                throw new IllegalStateException("no luck");
            }
            return next;
        }
    }

    record FakeEss(String name, int priority, boolean available, Journal journal)
            implements EssComponent {
        @Override
        public Membership join() {
            journal.add(name + " joins");
            return new Membership(
                    noting(ProcessEnvironment.class, "environment", journal),
                    noting(Oob.class, "oob", journal));
        }
    }
}
