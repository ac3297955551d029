package org.strata.testkit;

import org.strata.mca.base.ParameterSources;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.Section;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A component's section as {@code reference.conf} gives it, with the values that a test sets. A
 * configuration record is read from it as from the parameters of a job.
 */
public final class TestSection implements Section {
    private final Section defaults;
    private final Map<String, Object> values;

    private TestSection(Section defaults, Map<String, Object> values) {
        this.defaults = defaults;
        this.values = values;
    }

    /** Returns the defaults of a component. */
    public static TestSection of(String framework, String component) {
        ParameterSources nothing =
                new ParameterSources(
                        Map.of(),
                        Map.of(),
                        List.of(),
                        Path.of("").toAbsolutePath(),
                        null,
                        null,
                        TestSection.class.getClassLoader());
        Section section = Parameters.resolve(nothing).orThrow().section(framework, component);
        return new TestSection(section, Map.of());
    }

    /**
     * Returns the same section with another value.
     *
     * @param key a declared key
     * @param value of the type that the key is read as
     */
    public TestSection with(String key, Object value) {
        Objects.requireNonNull(defaults.describe(key), key);
        Map<String, Object> more = new HashMap<>(values);
        more.put(key, value);
        return new TestSection(defaults, more);
    }

    @Override
    public int integer(String key) {
        return isSet(key) ? (Integer) values.get(key) : defaults.integer(key);
    }

    @Override
    public long size(String key) {
        return isSet(key) ? ((Number) values.get(key)).longValue() : defaults.size(key);
    }

    @Override
    public boolean bool(String key) {
        return isSet(key) ? (Boolean) values.get(key) : defaults.bool(key);
    }

    @Override
    public String text(String key) {
        return isSet(key) ? (String) values.get(key) : defaults.text(key);
    }

    @Override
    public List<String> list(String key) {
        return isSet(key) ? List.of(((String) values.get(key)).split(",")) : defaults.list(key);
    }

    @Override
    public double number(String key) {
        return isSet(key) ? ((Number) values.get(key)).doubleValue() : defaults.number(key);
    }

    @Override
    public boolean isSet(String key) {
        return values.containsKey(key);
    }

    @Override
    public String describe(String key) {
        return isSet(key) ? key + " = " + values.get(key) + " (test)" : defaults.describe(key);
    }
}
