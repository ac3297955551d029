package org.strata.launcher.live;

import org.strata.ess.base.Ownership;
import org.strata.opal.report.NumbersCodec;
import org.strata.opal.report.NumbersCodec.DamagedException;
import org.strata.opal.report.NumbersFile;
import org.strata.opal.report.RankNumbers;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what the ranks of this host, in jobs of this user, have written last. */
public final class LiveRanks {
    /** Ranks that are read; a host has fewer, and others' files do not count. */
    private static final int MOST = 16_384;

    private static final Pattern NAME = Pattern.compile("strata\\.(.+)\\.(\\d{1,9})\\.stats");

    private final Path directory;
    private final Ownership owner;

    /**
     * A rank that runs, or ran a moment ago.
     *
     * @param job its job's name
     * @param written when it has written its numbers
     */
    public record LiveRank(String job, FileTime written, RankNumbers numbers) {}

    /**
     * @param directory where ranks write: {@code /dev/shm}
     * @param owner whose jobs are read
     */
    public LiveRanks(Path directory, Ownership owner) {
        this.directory = directory;
        this.owner = owner;
    }

    /**
     * Returns the ranks, sorted by job and number. What is damaged or not the user's is left out:
     * everybody may write to the directory.
     *
     * @param job the name of a job with a dot behind it, or what a name begins with; "" for all
     */
    public List<LiveRank> read(String job) {
        List<LiveRank> ranks = new ArrayList<>();
        String begin = "strata." + job;
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(
                        directory, file -> file.getFileName().toString().startsWith(begin))) {
            for (Path file : files) {
                LiveRank rank = ranks.size() < MOST ? read(file) : null;
                if (rank != null) {
                    ranks.add(rank);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        ranks.sort(
                Comparator.comparing(LiveRank::job)
                        .thenComparingInt(rank -> rank.numbers().rank()));
        return ranks;
    }

    private LiveRank read(Path file) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        if (!name.matches() || !owner.ownsFile(file)) {
            return null;
        }
        try {
            FileTime written = Files.getLastModifiedTime(file);
            byte[] bytes = NumbersFile.read(file);
            RankNumbers numbers = bytes == null ? null : NumbersCodec.decode(bytes);
            boolean own = numbers != null && name.group(2).equals("" + numbers.rank());
            return own ? new LiveRank(name.group(1), written, numbers) : null;
        } catch (IOException | DamagedException e) {
            // The job has ended meanwhile, or the rank is about to write its first numbers.
            return null;
        }
    }
}
