package org.strata.launcher.io;

import org.strata.launcher.raw.RawPath;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** A file with what one stream of a rank has written ({@code --output-filename}). */
final class OutputCopy implements AutoCloseable {
    private final Path path;
    private final OutputStream file;
    private final Consumer<String> failures;
    private boolean failed;

    private OutputCopy(Path path, OutputStream file, Consumer<String> failures) {
        this.path = path;
        this.file = file;
        this.failures = failures;
    }

    /**
     * Opens the file.
     *
     * @param failures called once, with a sentence, when the file can no longer be written; what
     *     comes later is left out
     */
    static OutputCopy open(Path path, Consumer<String> failures) throws IOException {
        return new OutputCopy(path, Files.newOutputStream(path), failures);
    }

    void write(byte[] bytes, int offset, int length) {
        if (failed) {
            return;
        }
        try {
            file.write(bytes, offset, length);
        } catch (IOException e) {
            fail(e);
        }
    }

    private void fail(IOException e) {
        if (!failed) {
            failed = true;
            failures.accept(RawPath.text(path) + " cannot be written: " + RawPath.reason(e, path));
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            fail(e);
        }
    }
}
