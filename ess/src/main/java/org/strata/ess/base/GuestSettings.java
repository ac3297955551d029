package org.strata.ess.base;

import org.strata.mca.base.LocalHost;
import org.strata.mca.base.Parameters;
import org.strata.opal.sys.HostFiles;

import java.nio.file.Path;
import java.util.Map;

/** Reads what a job of another launcher needs beside it. */
public final class GuestSettings {
    private static final Path SHARED = HostFiles.sharedMemory();

    private GuestSettings() {}

    /** Returns the setting of a process whose launcher shows its values to nobody else. */
    public static GuestJob.Setting of(Parameters parameters, int joinTimeout) {
        return of(parameters, joinTimeout, Map.of());
    }

    /**
     * Returns the setting of a process whose launcher's values others may read.
     *
     * @param environment may name a file with a secret
     */
    public static GuestJob.Setting of(
            Parameters parameters, int joinTimeout, Map<String, String> environment) {
        String include = parameters.find("oob_if_include").value();
        return new GuestJob.Setting(
                LocalHost.name(), SHARED, include, joinTimeout, SecretFile.in(environment));
    }
}
