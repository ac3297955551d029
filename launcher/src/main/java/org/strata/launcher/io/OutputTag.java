package org.strata.launcher.io;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Text before every line: time, job and rank, stream, as Open MPI 4 writes them. */
final class OutputTag implements OutputForm {
    private final String suffix;
    private final InstantSource time;
    private final DateTimeFormatter format;
    private final ByteArrayOutputStream tagged = new ByteArrayOutputStream();
    private boolean inLine;

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

    @Override
    public byte[] of(byte[] buffer, int length, boolean continues) {
        tagged.reset();
        byte[] mark = now();
        boolean start = !inLine || !continues;
        for (int i = 0; i < length; ) {
            if (start) {
                tagged.writeBytes(mark);
            }
            int end = i;
            while (end < length && buffer[end] != '\n') {
                end++;
            }
            start = end < length;
            end = start ? end + 1 : end;
            tagged.write(buffer, i, end - i);
            i = end;
        }
        inLine = !start;
        return tagged.toByteArray();
    }

    /** An unfinished line is ended. */
    @Override
    public byte[] end() {
        return inLine ? new byte[] {'\n'} : new byte[0];
    }

    /** Returns the tag of a line that starts now. */
    byte[] now() {
        String start = time == null ? "" : format.format(time.instant());
        return (start + suffix).getBytes(StandardCharsets.US_ASCII);
    }
}
