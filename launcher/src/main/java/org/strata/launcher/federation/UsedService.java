package org.strata.launcher.federation;

import org.strata.oob.OobServer;

import java.io.IOException;
import java.nio.file.Path;

/** A job that uses the name server of another mpirun ({@code --ompi-server}). */
public final class UsedService implements NameService {
    private final ServerFile file;
    private final long patienceMillis;

    /**
     * @param file what is known of the server
     * @param patienceMillis how long it may be silent
     */
    public UsedService(ServerFile file, long patienceMillis) {
        this.file = file;
        this.patienceMillis = patienceMillis;
    }

    /** All jobs of a federation have one secret. */
    @Override
    public byte[] secret() {
        return file.secret().clone();
    }

    @Override
    public void open(OobServer server, Path session, byte[] secret) throws IOException {
        try {
            server.join(file.contact().addresses(), secret, patienceMillis);
        } catch (IOException e) {
            throw new IOException("the name server cannot be reached: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {}
}
