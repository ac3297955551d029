package org.strata.launcher.io;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The text before every line: time, job and rank, stream, as Open MPI 4 writes them. */
final class OutputTag {
    private final String suffix;
    private final InstantSource time;
    private final DateTimeFormatter format;

    /**
     * @param rank the rank that writes
     * @param stream {@code stdout} or {@code stderr}
     * @param tag whether to name job and rank
     * @param time the clock, or null for no time
     */
    OutputTag(int rank, String stream, boolean tag, InstantSource time) {
        suffix = (tag ? "[1," + rank + "]" : "") + "<" + stream + ">:";
        this.time = time;
        format = time == null ? null : ctime();
    }

    private static DateTimeFormatter ctime() {
        return DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT)
                .withZone(ZoneId.systemDefault());
    }

    /** Returns the tag of a line that starts now. */
    byte[] now() {
        String start = time == null ? "" : format.format(time.instant());
        return (start + suffix).getBytes(StandardCharsets.US_ASCII);
    }
}
