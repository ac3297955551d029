package org.strata.launcher.session;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Descriptors that a session holds until it is closed. The removal of its files needs some, and a
 * job that ends because there are none left would leave its files.
 */
final class SpareDescriptors {
    /**
     * Each is two descriptors on Linux. A removal has four open at a time, and other threads may
     * take some.
     */
    private static final int STREAMS = 3;

    private final List<DirectoryStream<Path>> held = new ArrayList<>();

    private SpareDescriptors() {}

    /**
     * Takes them.
     *
     * @param directory any that can be read
     * @throws IOException when there are too few; none is held then
     */
    static SpareDescriptors hold(Path directory) throws IOException {
        SpareDescriptors spares = new SpareDescriptors();
        try {
            for (int i = 0; i < STREAMS; i++) {
                spares.held.add(Files.newDirectoryStream(directory));
            }
            return spares;
        } catch (IOException e) {
            spares.release();
            throw e;
        }
    }

    /** Gives them back. */
    void release() throws IOException {
        for (DirectoryStream<Path> one : held) {
            one.close();
        }
        held.clear();
    }
}
