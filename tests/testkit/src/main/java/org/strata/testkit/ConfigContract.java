package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.strata.mca.base.AllowedValue;
import org.strata.mca.base.Declaration;
import org.strata.mca.base.Parameter;
import org.strata.mca.base.ParameterSources;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.Section;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a component's parameters must be: found, documented, and each of them read by its
 * configuration record.
 *
 * @param <C> the configuration record
 */
public abstract class ConfigContract<C extends Record> {
    private final String framework;
    private final String component;

    /**
     * @param framework the framework's name
     * @param component the component's name
     */
    protected ConfigContract(String framework, String component) {
        this.framework = framework;
        this.component = component;
    }

    /** Reads the record, as the component's module does. */
    protected abstract C read(Section section);

    /** Returns the record that {@code reference.conf} must give. */
    protected abstract C defaults();

    /** Resolves with {@code --mca} options given as key, value, key, value. */
    protected final C with(String... options) {
        return read(resolve(commandLine(options)).section(framework, component));
    }

    /**
     * Asserts that {@code --mca} options, given as key, value, key, value, are refused with one
     * problem: the first option, its origin, and a reason that contains a pattern.
     */
    protected final void assertRefused(String reason, String... options) {
        assertThat(unchecked(commandLine(options)).problems().list())
                .singleElement(InstanceOfAssertFactories.STRING)
                .startsWith(options[0] + " = " + options[1] + "  (command line)\n")
                .containsPattern(reason);
    }

    private static Map<String, String> commandLine(String... options) {
        Map<String, String> commandLine = new LinkedHashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            ParameterSources.addCommandLine(commandLine, options[i], options[i + 1]);
        }
        return commandLine;
    }

    private Parameters resolve(Map<String, String> commandLine) {
        return unchecked(commandLine).orThrow();
    }

    private Parameters unchecked(Map<String, String> commandLine) {
        return Parameters.resolve(
                new ParameterSources(
                        commandLine,
                        Map.of(),
                        List.of(),
                        Path.of("").toAbsolutePath(),
                        null,
                        null,
                        getClass().getClassLoader()));
    }

    private List<Declaration> declarations() {
        return resolve(Map.of()).describe().stream()
                .map(Parameter::declaration)
                .filter(d -> d.framework().equals(framework) && d.component().equals(component))
                .toList();
    }

    @Test
    void componentIsFound() {
        assertThat(resolve(Map.of()).components().modules())
                .extracting(m -> m.framework() + " " + m.name())
                .contains(framework + " " + component);
    }

    @Test
    void referenceGivesTheDefaults() {
        assertThat(with()).isEqualTo(defaults());
    }

    /** Nobody checks them when a job starts. */
    @Test
    void theDefaultsPassTheComponentsCheck() {
        Parameters parameters = resolve(Map.of());
        List<String> objections = new ArrayList<>();
        parameters.components().modules().stream()
                .filter(m -> m.framework().equals(framework) && m.name().equals(component))
                .forEach(m ->
                        m.check(
                                parameters.section(framework, component),
                                (key, why) -> objections.add(key + ": " + why)));
        assertThat(objections).isEmpty();
    }

    @Test
    void everyParameterIsDocumented() {
        assertThat(declarations())
                .isNotEmpty()
                .allSatisfy(declaration -> {
                    assertThat(declaration.help()).hasSizeGreaterThan(20);
                    assertThat(declaration.level()).isBetween(1, 9);
                });
    }

    @Test
    void everyParameterReachesTheRecord() {
        List<String> ignored = new ArrayList<>();
        for (Declaration declaration : declarations()) {
            C changed = with(declaration.name(), otherValue(declaration));
            if (changed.equals(defaults())) {
                ignored.add(declaration.name());
            }
        }
        assertThat(ignored).as("parameters that nothing reads").isEmpty();
    }

    private static String otherInteger(Declaration declaration, int value) {
        String more = String.valueOf(Math.abs(value) + 1);
        try {
            return declaration.canonical(more);
        } catch (IllegalArgumentException e) {
            return String.valueOf(value - 1);
        }
    }

    /** Returns a value that is valid and not the default; a component may know better ones. */
    protected String otherValue(Declaration declaration) {
        String value = declaration.defaultValue();
        return switch (declaration.type()) {
            case INT -> otherInteger(declaration, Integer.decode(value));
            case SIZE -> value.equals("4k") ? "8k" : "4k";
            case BOOL -> value.matches("(?i)1|true|t|yes|y|on|enabled") ? "false" : "true";
            case NUMBER -> String.valueOf(Double.parseDouble(value) + 1);
            case STRING, LIST -> value.equals("other") ? "another" : "other";
            case ENUM ->
                    declaration.choices().stream()
                            .map(AllowedValue::name)
                            .filter(choice -> !choice.equals(value))
                            .findFirst()
                            .orElseThrow();
        };
    }
}
