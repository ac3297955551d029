package org.strata.architecture;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Lists that tests of this package compare the classes with. */
final class Lines {
    private Lines() {}

    /** Returns the lines of a resource, without empty ones and comments. */
    static List<String> of(String resource) {
        try (InputStream in = Lines.class.getResourceAsStream(resource)) {
            String text =
                    new String(
                            Objects.requireNonNull(in, resource).readAllBytes(),
                            StandardCharsets.UTF_8);
            return text.lines()
                    .map(line -> line.replaceFirst("#.*", "").stripTrailing())
                    .filter(line -> !line.isBlank())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
