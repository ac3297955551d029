package org.strata.launcher.platform;

import org.strata.mca.base.HelpCatalogue;
import org.strata.opal.platform.Platform;

import java.util.ArrayList;
import java.util.List;

/** The platform of this process in words: what it has, and what is not here. */
public final class PlatformReport {
    private PlatformReport() {}

    /** Returns one line: {@code platform: linux (futex, membarrier refused, …)}. */
    public static String line() {
        return "platform: "
                + Platform.current().word()
                + " ("
                + String.join(", ", Platform.services().abilities())
                + ")";
    }

    /**
     * Returns what {@code mpi_info --platform} prints: the line, and a line for each feature that
     * this platform lacks, with what to do instead.
     */
    public static List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(line()));
        if (Platform.current() == Platform.PORTABLE) {
            HelpCatalogue texts = HelpCatalogue.of(PlatformReport.class);
            texts.topics().forEach(topic -> lines.add("not here: " + texts.text(topic)));
        }
        return lines;
    }

    /** Returns the text of a feature that the portable platform lacks. */
    public static String absent(String feature) {
        return HelpCatalogue.of(PlatformReport.class).text(feature);
    }
}
