package org.strata.testkit.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Inputs that a parser once failed at, in {@code src/test/resources/fuzz/CLASS} of its module: part
 * of the sources, so that they are replayed for ever.
 */
final class Samples {
    private final Path folder;

    Samples(Class<?> test) {
        folder = Path.of("src", "test", "resources", "fuzz", test.getSimpleName());
    }

    /** Returns all samples in the order of their names. */
    List<byte[]> all() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<byte[]> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                all.add(Files.readAllBytes(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    /** Keeps an input; returns its file. */
    Path keep(byte[] input) {
        String name = HexFormat.of().toHexDigits(Arrays.hashCode(input));
        try {
            Files.createDirectories(folder);
            return Files.write(folder.resolve(name), input);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
