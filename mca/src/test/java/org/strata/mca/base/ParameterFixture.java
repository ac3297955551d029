package org.strata.mca.base;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds parameters from explicit sources in a temporary directory. */
final class ParameterFixture {
    private final Path directory;
    private final Map<String, String> commandLine = new LinkedHashMap<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final List<String> files = new ArrayList<>();

    ParameterFixture(Path directory) {
        this.directory = directory;
    }

    ParameterFixture mca(String key, String value) {
        ParameterSources.addCommandLine(commandLine, key, value);
        return this;
    }

    ParameterFixture env(String name, String value) {
        environment.put(name, value);
        return this;
    }

    ParameterFixture named(String file) {
        files.add(file);
        return this;
    }

    ParameterFixture file(String name, String text) {
        Path path = directory.resolve(name);
        try {
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    ParameterFixture user(String text) {
        return file("home/.strata/strata.conf", text);
    }

    ParameterFixture site(String text) {
        return file("dist/conf/strata.conf", text);
    }

    Parameters resolve() {
        return Parameters.resolve(
                new ParameterSources(
                        commandLine,
                        environment,
                        files,
                        directory,
                        directory.resolve("home"),
                        directory.resolve("dist"),
                        getClass().getClassLoader()));
    }
}
