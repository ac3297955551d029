package org.strata.launcher.raw;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Paths of any bytes. The JDK's paths keep bytes, but only their URIs, in which each byte may be an
 * escape, give and take those that the locale has no characters for.
 */
public final class RawPath {
    private static final String PLAIN = "/-._~";

    private RawPath() {}

    /**
     * Returns the path that a text names.
     *
     * @param text as {@link RawText} makes it; relative: to mpirun's working directory
     */
    public static Path of(String text) {
        if (!RawText.isRaw(text) && (text.startsWith("/") || !OwnProcess.inRawDirectory())) {
            return Path.of(text);
        }
        return resolve(OwnProcess.directory(), text);
    }

    /**
     * Returns the path that a text names.
     *
     * @param directory what a relative path is relative to; absolute
     */
    public static Path resolve(Path directory, String text) {
        if (!RawText.isRaw(text)) {
            return directory.resolve(text);
        }
        String whole = text.startsWith("/") ? text : text(directory) + "/" + text;
        StringBuilder uri = new StringBuilder("file://");
        for (byte each : RawText.encode(whole)) {
            char c = (char) (each & 0xff);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0)) {
                uri.append(c);
            } else {
                uri.append(String.format(Locale.ROOT, "%%%02X", (int) c));
            }
        }
        return Path.of(URI.create(uri.toString()));
    }

    /** Returns the text of a path, without loss. */
    public static String text(Path path) {
        String text = path.toString();
        if (!RawText.isDoubtful(text)) {
            return text;
        }
        byte[] uri = RawText.encode(path.toUri().getRawPath());
        byte[] bytes = new byte[uri.length];
        int length = 0;
        for (int i = 0; i < uri.length; i++) {
            boolean escaped = uri[i] == '%';
            int value = escaped ? 16 * digit(uri[i + 1]) + digit(uri[i + 2]) : uri[i];
            bytes[length++] = (byte) value;
            i += escaped ? 2 : 0;
        }
        // The URI of a directory ends with a slash, its path does not.
        boolean slash = length > 1 && bytes[length - 1] == '/';
        return RawText.decode(bytes, 0, slash ? length - 1 : length);
    }

    /** Returns the text of a failure, in which the name of its file is without loss. */
    public static String reason(IOException failure, Path file) {
        return String.valueOf(failure.getMessage()).replace(file.toString(), text(file));
    }

    private static int digit(byte hex) {
        return Character.digit(hex, 16);
    }
}
