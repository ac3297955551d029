package org.strata.mca.base;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values that all parameter files together set.
 *
 * @param settings values of parameters, the strongest first
 * @param exports variables for ranks by {@code -x}; null stands for the value in the launcher's own
 *     environment
 */
record FileValues(List<Setting> settings, Map<String, String> exports) {
    /** Copies the collections, keeping their order. */
    FileValues {
        settings = List.copyOf(settings);
        exports = Collections.unmodifiableMap(new LinkedHashMap<>(exports));
    }
}
