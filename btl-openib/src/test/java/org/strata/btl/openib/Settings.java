package org.strata.btl.openib;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;

import org.strata.mca.base.Section;
import org.strata.testkit.FirstNumber;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes configurations for tests: reference.conf with some keys changed, and with numbers that wrap
 * soon.
 */
final class Settings {
    private Settings() {}

    /**
     * @param changes key, value, key, value
     */
    static OpenibConfig with(String... changes) {
        Map<String, Object> own = new HashMap<>();
        own.put("first-sequence", FirstNumber.BEFORE_ZERO);
        for (int i = 0; i < changes.length; i += 2) {
            own.put(changes[i], changes[i + 1]);
        }
        Config all = ConfigFactory.parseMap(own).withFallback(reference());
        return OpenibConfig.from(new Read(all, own.keySet()));
    }

    /** As {@link #with}, for tests of the receive queues: all messages take them. */
    static OpenibConfig withoutRings(String... changes) {
        return with(and(new String[] {"use-eager-rdma", "0"}, changes));
    }

    /** Adds further changes to some. */
    static String[] and(String[] changes, String... more) {
        String[] both = java.util.Arrays.copyOf(changes, changes.length + more.length);
        System.arraycopy(more, 0, both, changes.length, more.length);
        return both;
    }

    private static Config reference() {
        try {
            for (URL url :
                    Collections.list(
                            Settings.class
                                    .getClassLoader()
                                    .getResources("org/strata/reference.conf"))) {
                try (InputStreamReader in =
                        new InputStreamReader(url.openStream(), StandardCharsets.UTF_8)) {
                    Config config = ConfigFactory.parseReader(in);
                    if (config.hasPath("mca.btl.openib")) {
                        return config.getConfig("mca.btl.openib");
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new AssertionError("no reference.conf");
    }

    private record Read(Config config, Set<String> changed) implements Section {
        @Override
        public int integer(String key) {
            return config.getInt(key);
        }

        @Override
        public long size(String key) {
            return config.getBytes(key);
        }

        @Override
        public boolean bool(String key) {
            return config.getBoolean(key);
        }

        @Override
        public String text(String key) {
            return config.getString(key);
        }

        @Override
        public List<String> list(String key) {
            String text = text(key);
            return text.isEmpty() ? List.of() : List.of(text.split(","));
        }

        @Override
        public double number(String key) {
            return config.getDouble(key);
        }

        @Override
        public boolean isSet(String key) {
            return changed.contains(key);
        }

        @Override
        public String describe(String key) {
            return key + " = " + text(key);
        }
    }
}
