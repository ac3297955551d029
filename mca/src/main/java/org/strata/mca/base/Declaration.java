package org.strata.mca.base;

import java.util.List;

/**
 * The declaration of one parameter in a component's {@code reference.conf}.
 *
 * @param name Open MPI's flat name: {@code btl_tcp_eager_limit}
 * @param path path in configuration files: {@code mca.btl.tcp.eager-limit}
 * @param framework the framework: {@code btl}
 * @param component the component, or "base" for the whole framework, or empty
 * @param key the key inside its section: {@code eager-limit}
 * @param type kind of value
 * @param choices the values that an ENUM allows, the words that a SIZE allows, else empty
 * @param bounds of a number
 * @param defaultValue the value when nobody sets one
 * @param level MPI_T's level of detail: 1-3 user, 4-6 tuner, 7-9 developer
 * @param help its meaning, unit, and reasons to change it; one line
 * @param aliases other flat names that mean the same
 */
public record Declaration(
        String name,
        String path,
        String framework,
        String component,
        String key,
        ParameterType type,
        List<AllowedValue> choices,
        Bounds bounds,
        String defaultValue,
        int level,
        String help,
        List<String> aliases) {

    /** Copies the lists. */
    public Declaration {
        choices = choices instanceof DefinedValues ? choices : List.copyOf(choices);
        aliases = List.copyOf(aliases);
    }

    /** Returns a declaration; name, framework, component and key follow from the path. */
    static Declaration at(
            String path,
            ParameterType type,
            List<AllowedValue> choices,
            Bounds bounds,
            String defaultValue,
            int level,
            String help,
            List<String> aliases) {
        String[] parts = path.split("\\.", 4);
        boolean nested = parts.length == 4;
        return new Declaration(
                Setting.flatName(path),
                path,
                parts[1],
                nested ? parts[2] : "",
                parts[parts.length - 1],
                type,
                choices,
                bounds,
                defaultValue,
                level,
                help,
                aliases);
    }

    /** Returns the same with another default. */
    Declaration withDefault(String value) {
        return at(path, type, choices, bounds, value, level, help, aliases);
    }

    /**
     * Returns a value in its canonical form: trimmed, a choice by its declared name.
     *
     * @throws IllegalArgumentException when it does not fit the type; the message continues "VALUE
     *     …"
     */
    public String canonical(String text) {
        String value = text.strip();
        switch (type) {
            case INT -> Values.integer(value);
            case SIZE -> {
                for (AllowedValue word : choices) {
                    if (word.name().equalsIgnoreCase(value)) {
                        return word.name();
                    }
                }
                checkSize(value);
            }
            case BOOL -> value = String.valueOf(Values.bool(value));
            case NUMBER -> Values.number(value);
            case LIST -> value = String.join(",", Values.list(value));
            case ENUM -> value = choice(value);
            case STRING -> {}
        }
        bounds.check(type, value);
        return value;
    }

    private void checkSize(String value) {
        try {
            Values.size(value);
        } catch (IllegalArgumentException e) {
            List<String> words = choices.stream().map(AllowedValue::name).toList();
            String or = words.isEmpty() ? "" : ", or " + String.join(", ", words);
            throw new IllegalArgumentException(e.getMessage() + or, e);
        }
    }

    /**
     * Returns the declared name of a choice. A default among defined values is not looked up, since
     * that would load classes in every rank.
     */
    private String choice(String value) {
        boolean known = choices instanceof DefinedValues && value.equals(defaultValue);
        return known ? value : Values.choice(value, choices);
    }
}
