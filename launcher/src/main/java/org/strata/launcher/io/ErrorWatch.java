package org.strata.launcher.io;

import org.strata.launcher.program.LoadFailure;
import org.strata.launcher.program.MissingClass;
import org.strata.launcher.program.UnloadableClass;
import org.strata.mca.base.Shortage;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/**
 * Looks for errors in what a rank writes whose other signs are too few: a JVM that is too old for a
 * class, or does not find it, never comes to MPI, and one that the system gives no thread ends with
 * code 1. Belongs to the stream's thread.
 */
final class ErrorWatch {
    /** What a JVM prints before the name of a class. */
    private static final List<String> LOADING = List.of(UnloadableClass.ERROR, MissingClass.ERROR);

    /** Names of classes may be long; lines of a program that is no JVM may be endless. */
    private static final int LONGEST = 4096;

    private final Consumer<LoadFailure> found;
    private final Consumer<Shortage> ranOut;
    private final List<Key> loading = LOADING.stream().map(Key::new).toList();
    private final List<Key> shortages = ShortageTexts.all().stream().map(Key::new).toList();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(0);

    /** The error whose line is being kept; null before. */
    private Key error;

    /** Bytes that are still looked at. */
    private long left;

    /**
     * @param most bytes of the stream that are looked at
     * @param found gets each error of loading
     * @param ranOut gets each thing that has run out
     */
    ErrorWatch(long most, Consumer<LoadFailure> found, Consumer<Shortage> ranOut) {
        left = most;
        this.found = found;
        this.ranOut = ranOut;
    }

    /** A text that may come in pieces. Its first letter does not come again in it. */
    private static final class Key {
        private final String text;
        private final byte[] bytes;

        /** Number of its bytes that have been read. */
        private int matched;

        Key(String text) {
            this.text = text;
            bytes = text.getBytes(StandardCharsets.US_ASCII);
        }

        /** Returns whether this byte is the last one of the text, or one behind it. */
        boolean read(byte next) {
            if (matched < bytes.length && next == bytes[matched]) {
                matched++;
            } else if (matched < bytes.length) {
                matched = next == bytes[0] ? 1 : 0;
            }
            return matched == bytes.length;
        }
    }

    void read(byte[] bytes, int offset, int count) {
        int length = (int) Math.min(count, left);
        left -= length;
        for (int i = offset; i < offset + length; i++) {
            if (error == null) {
                match(bytes[i]);
            } else {
                keep(bytes[i]);
            }
        }
        for (Key key : shortages) {
            look(key, bytes, offset, length);
        }
    }

    private void match(byte next) {
        for (Key key : loading) {
            if (key.read(next)) {
                error = key;
                return;
            }
        }
    }

    private void look(Key key, byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (key.read(bytes[i])) {
                ranOut.accept(ShortageTexts.of(key.text));
                key.matched = 0;
            }
        }
    }

    private void keep(byte next) {
        if (next != '\n' && line.size() < LONGEST) {
            line.write(next);
            return;
        }
        end();
    }

    /** The stream has ended, or the line. */
    void end() {
        if (error != null) {
            String text = line.toString(StandardCharsets.UTF_8);
            boolean old = error.text.equals(UnloadableClass.ERROR);
            LoadFailure reason = old ? UnloadableClass.parse(text) : MissingClass.parse(text);
            if (reason != null) {
                found.accept(reason);
            }
        }
        line.reset();
        error = null;
        loading.forEach(key -> key.matched = 0);
    }
}
