package org.strata.ess.base;

import org.strata.mca.base.LocalHost;
import org.strata.mca.base.Parameters;

import java.nio.file.Path;

/** Reads what a job of another launcher needs beside it. */
public final class GuestSettings {
    private static final Path SHARED = Path.of("/dev/shm");

    private GuestSettings() {}

    /** Returns the setting of this process. */
    public static GuestJob.Setting of(Parameters parameters, int joinTimeout) {
        String include = parameters.find("oob_if_include").value();
        return new GuestJob.Setting(LocalHost.name(), SHARED, include, joinTimeout);
    }
}
