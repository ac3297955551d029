package org.strata.mca.base;

import java.util.List;
import java.util.function.Function;

/**
 * A section that reads resolved parameters.
 *
 * @param prefix of their flat names: {@code "btl_tcp_"}
 * @param parameters finds one by its flat name; null when it is not declared
 */
record ResolvedSection(String prefix, Function<String, Parameter> parameters) implements Section {
    @Override
    public int integer(String key) {
        return Values.integer(value(key));
    }

    @Override
    public long size(String key) {
        return Values.size(value(key));
    }

    @Override
    public boolean bool(String key) {
        return Values.bool(value(key));
    }

    @Override
    public String text(String key) {
        return value(key);
    }

    @Override
    public List<String> list(String key) {
        return Values.list(value(key));
    }

    @Override
    public double number(String key) {
        return Values.number(value(key));
    }

    @Override
    public boolean isSet(String key) {
        return parameter(key).isSet();
    }

    @Override
    public String describe(String key) {
        Parameter found = parameter(key);
        return found.name() + " = " + found.value() + " (" + found.origin() + ")";
    }

    private String value(String key) {
        return parameter(key).value();
    }

    private Parameter parameter(String key) {
        String name = prefix + Setting.flatName(key);
        Parameter found = parameters.apply(name);
        if (found == null) {
            throw new IllegalArgumentException(name + " is not declared in any reference.conf");
        }
        return found;
    }
}
