package org.strata.spark;

import java.util.List;

/** A rank has failed, and with it the stage: which rank, where, why, and what it printed last. */
public final class MpiStageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int rank;
    private final String host;

    /**
     * Without a stack trace: the rank's is in the reason, and the executor's explains nothing.
     *
     * @param rank the rank that failed
     * @param host where it ran
     * @param reason what happened, without the rank
     * @param lastLines what it printed last
     */
    MpiStageException(int rank, String host, String reason, List<String> lastLines) {
        super(text(rank, host, reason, lastLines), null, false, false);
        this.rank = rank;
        this.host = host;
    }

    private static String text(int rank, String host, String reason, List<String> lastLines) {
        StringBuilder text = new StringBuilder(256);
        text.append("Rank ").append(rank).append(" on host ").append(host).append(' ');
        text.append(reason.strip());
        if (!lastLines.isEmpty()) {
            text.append("\nThe rank's last lines:");
            for (String line : lastLines) {
                text.append("\n  ").append(line);
            }
        }
        return text.toString();
    }

    /** The message alone: on Spark's pages and in its logs it is what a line begins with. */
    @Override
    public String toString() {
        return getMessage();
    }

    /** Returns the rank that failed, which is the number of its partition. */
    public int rank() {
        return rank;
    }

    /** Returns the host where it ran. */
    public String host() {
        return host;
    }
}
