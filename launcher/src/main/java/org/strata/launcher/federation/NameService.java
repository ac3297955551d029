package org.strata.launcher.federation;

import org.strata.oob.OobServer;

import java.io.IOException;
import java.nio.file.Path;

/** What a job has to do with a name server. */
public interface NameService {
    /** A job that neither is one nor uses one. */
    NameService NONE =
            new NameService() {
                @Override
                public byte[] secret() {
                    return null;
                }

                @Override
                public void open(OobServer server, Path session, byte[] secret) {}

                @Override
                public void close() {}
            };

    /** Returns the secret that the job must have, or null when it may make one. */
    byte[] secret();

    /**
     * Begins to serve, or connects; before a rank is started.
     *
     * @param server the job's control server
     * @param session the directory of the job's files
     * @param secret the job's secret
     * @throws IOException when that is impossible
     */
    void open(OobServer server, Path session, byte[] secret) throws IOException;

    /** The job ends. */
    void close() throws IOException;
}
