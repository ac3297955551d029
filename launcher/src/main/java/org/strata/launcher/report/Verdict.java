package org.strata.launcher.report;

import org.strata.launcher.report.JobNumbers.SiteSum;
import org.strata.opal.report.RankNumbers.Size;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What stands out in a job: at most five sentences, the one that matters most first, each with its
 * number, its place and what to try. That nothing stands out is an answer, too.
 */
final class Verdict {
    /** An efficiency from here on is good enough, as the POP project has it. */
    static final double GOOD = 0.8;

    private static final int MOST = 5;

    /** Share of all waiting from which on a single rank is to be named. */
    private static final double CULPRIT = 0.3;

    /** Waiting below this share of the time is not worth a sentence. */
    private static final double NOTABLE_WAITING = 0.1;

    /** Logarithm of the size from which on a message is not small, plus 1. */
    private static final int SMALL_BITS = 11;

    /**
     * A program that computes less than this, in nanoseconds, for a small message sends too many:
     * it is what one costs by TCP, and twenty times what it costs by shared memory.
     */
    private static final double LITTLE_WORK = 20e3;

    /** Messages of a rank below which their number does not matter. */
    private static final int FEW = 1_000;

    /** A job that was in MPI for less, in nanoseconds, is one of JVMs that start. */
    private static final double SHORT = 100e6;

    /** Share of the job's time from which on a rank has been there all the time. */
    private static final double WHOLE_LIFE = 0.8;

    /** What ranks may lack, in nanoseconds: they do not leave MPI.Init at one time. */
    private static final double NOTABLE_ABSENCE = 3e9;

    /** How the names of functions begin that wait for a message. */
    private static final List<String> BETWEEN_TWO =
            List.of("MPI_Recv", "MPI_Send", "MPI_Ssend", "MPI_Wait", "MPI_Probe", "MPI_Mrecv");

    /** The last wait of a chain has at least so many times the length of the first. */
    private static final double GROWTH = 2;

    private static final double NOTABLE_COLLECTING = 0.05;

    /** Share of the ranks' time without a core, although they were ready to run. */
    private static final double NOTABLE_DELAY = 0.1;

    private static final double NOTABLE_COMPILING = 0.5;
    private static final double NANOS = 1e9;

    private final JobHeader header;
    private final JobNumbers numbers;
    private final List<RankRow> rows;
    private final Efficiency efficiency;
    private final Undelayed undelayed;
    private final List<Finding> findings = new ArrayList<>();

    /**
     * One thing that stands out.
     *
     * @param kind one word, for programs
     * @param what what was found, with number and place
     * @param advice what to try
     */
    record Finding(String kind, String what, String advice) {}

    private Verdict(JobHeader header, JobNumbers numbers, Efficiency efficiency) {
        this.header = header;
        this.numbers = numbers;
        this.rows = numbers.rows();
        this.efficiency = efficiency;
        this.undelayed = Undelayed.of(rows, efficiency);
    }

    static List<Finding> of(JobHeader header, JobNumbers numbers, Efficiency efficiency) {
        Verdict verdict = new Verdict(header, numbers, efficiency);
        if (!verdict.rows.isEmpty() && efficiency.nanos() > 0) {
            verdict.look();
        }
        return verdict.findings.stream().limit(MOST).toList();
    }

    private void look() {
        double mpi = efficiency.waiting() + efficiency.moving();
        unfinished();
        boolean together = together();
        boolean waits = efficiency.waiting() > NOTABLE_WAITING && rows.size() > 1 && together;
        if (efficiency.nanos() < SHORT) {
            tooShort();
            return;
        }
        if (mpi > 1 - GOOD) {
            smallMessages(mpi);
        }
        double balance = Math.min(undelayed.balance(), undelayed.workBalance());
        if (Math.max(efficiency.balance(), balance) < GOOD && waits) {
            imbalance();
        } else if (inTurn() && waits && !found("small messages")) {
            serial();
        } else if (waits && undelayed.known() && !found("small messages")) {
            probablySerial();
        }
        if (Math.max(efficiency.transfer(), undelayed.transfer()) < GOOD
                && !found("small messages")) {
            transfer();
        }
        if (!together) {
            lives();
        }
        crowdedHosts(
                findings.stream().allMatch(one -> one.kind().equals("unfinished"))
                        && efficiency.parallel() < GOOD);
        collections();
        unexpected();
        if (!numbers.refusals().isEmpty()) {
            add(
                    "link",
                    "A better link was not used: " + numbers.refusals().getFirst() + ".",
                    numbers.refusals().getFirst().contains("another world")
                            ? "Start all ranks at once (mpirun -np): worlds that spawn each other"
                                    + " share no memory."
                            : "--mca btl_base_verbose 40 shows how each rank chooses its links.");
        }
        compilers();
        if (findings.isEmpty()) {
            add(
                    "nothing",
                    "Nothing stands out: "
                            + Amounts.percent(efficiency.useful())
                            + " of the time is useful work.",
                    "");
        }
    }

    /** Returns whether ranks work one after the other although they had the cores not to. */
    private boolean inTurn() {
        // Where delays are not known, more ranks than cores cannot work at the same time, and
        // ranks that lose their cores by chance wait for each other.
        double possible =
                undelayed.known()
                        ? 1
                        : Math.min(cores(), Undelayed.atOnce(rows.size()) / rows.size());
        return efficiency.serialisation() < GOOD * possible
                && (undelayed.serialisation() < GOOD * possible
                        || undelayed.inTurn(rows.size(), GOOD));
    }

    /** Returns how many of the ranks can compute at the same time, as a share. */
    private double cores() {
        double least = 1;
        for (Map.Entry<String, Integer> host : ranksByHost().entrySet()) {
            int processors = header.processors().getOrDefault(host.getKey(), 0);
            least =
                    processors == 0
                            ? least
                            : Math.min(least, (double) processors / host.getValue());
        }
        return least;
    }

    private void tooShort() {
        add(
                "short",
                "Too short to tell: the ranks were in MPI for "
                        + Amounts.time(efficiency.nanos())
                        + ", in which JVMs still start.",
                "Measure a run of some seconds.");
    }

    /**
     * Returns whether the ranks' work can be compared: they are of one world, where one that comes
     * late is waited for, or have lived about as long.
     */
    private boolean together() {
        if (header.worlds() == 1 && !found("unfinished")) {
            return true;
        }
        double missed = Math.max((1 - WHOLE_LIFE) * efficiency.nanos(), NOTABLE_ABSENCE);
        return rows.stream().allMatch(row -> efficiency.nanos() - row.elapsed() < missed);
    }

    private void lives() {
        RankRow shortest =
                rows.stream().min(Comparator.comparingLong(RankRow::elapsed)).orElseThrow();
        add(
                "lives",
                "Ranks came or left while others worked (rank "
                        + shortest.rank()
                        + " was there for "
                        + Amounts.time((double) shortest.elapsed())
                        + " of "
                        + Amounts.time(efficiency.nanos())
                        + "): load balance and efficiency take that for idle time.",
                "Compare ranks of one world in the table of ranks.");
    }

    private void unfinished() {
        List<RankRow> ended = rows.stream().filter(row -> !row.ended().isEmpty()).toList();
        if (!ended.isEmpty()) {
            add("unfinished", RankRow.unfinished(header.ended(), ended), "");
        }
    }

    private Map<String, Integer> ranksByHost() {
        Map<String, Integer> count = new TreeMap<>();
        rows.forEach(row -> count.merge(row.host(), 1, Integer::sum));
        return count;
    }

    private void add(String kind, String what, String advice) {
        findings.add(new Finding(kind, what, advice));
    }

    private boolean found(String kind) {
        return findings.stream().anyMatch(one -> one.kind().equals(kind));
    }

    private double meanUseful() {
        return rows.stream().mapToDouble(RankRow::useful).average().orElse(0);
    }

    private void imbalance() {
        RankRow most = rows.stream().max(Comparator.comparingLong(RankRow::useful)).orElseThrow();
        String waits =
                most.caused() > 0
                        ? "the others wait for it "
                                + Amounts.time((double) most.caused())
                                + " in all"
                        : "the others wait";
        add(
                "imbalance",
                "Imbalance: rank "
                        + most.rank()
                        + " computes "
                        + Amounts.ratio(most.useful() / meanUseful())
                        + " times the mean ("
                        + Amounts.time((double) most.useful())
                        + "); "
                        + waits
                        + mostlyAt(most.rank())
                        + ".",
                "Give rank " + most.rank() + " less of the work, or divide its part further.");
    }

    /** Returns the line of the program that waits most for a rank. */
    private String mostlyAt(int rank) {
        return numbers.sites().stream()
                .filter(site -> site.byPeer().containsKey(rank))
                .max(Comparator.comparingDouble((SiteSum site) -> site.byPeer().get(rank)))
                .map(site -> ", most in " + site.text())
                .orElse("");
    }

    private void serial() {
        double atOnce =
                rows.stream().mapToDouble(RankRow::useful).sum()
                        / (efficiency.nanos() - efficiency.moving() * efficiency.nanos());
        RankRow culprit =
                rows.stream().max(Comparator.comparingLong(RankRow::caused)).orElseThrow();
        double all = rows.stream().mapToDouble(RankRow::waiting).sum();
        List<Grid.Pair> pairs = numbers.waits.pairs();
        String example =
                pairs.isEmpty()
                        ? ""
                        : "; rank "
                                + pairs.getFirst().from()
                                + " waits "
                                + Amounts.time(pairs.getFirst().value())
                                + " for rank "
                                + pairs.getFirst().to()
                                + mostlyAt(pairs.getFirst().to());
        boolean single = rows.size() > 2 && culprit.caused() - culprit.waiting() > CULPRIT * all;
        add(
                "serial chain",
                "Serial work: on average "
                        + Amounts.ratio(atOnce)
                        + " of "
                        + rows.size()
                        + " ranks compute at a time, although none has more work than the others"
                        + example
                        + ".",
                single
                        ? "Rank "
                                + culprit.rank()
                                + " is waited for most: let it hand out its results sooner, or"
                                + " several ranks do its part."
                        : "Ranks wait for each other in turn: send each part as soon as it is"
                                + " ready, in smaller pieces, so that the next rank can begin.");
    }

    private void smallMessages(double mpi) {
        long all = 0;
        long small = 0;
        for (Size size : numbers.sizes()) {
            all += size.messages();
            small += size.bits() <= SMALL_BITS ? size.messages() : 0;
        }
        double seconds = rows.stream().mapToDouble(RankRow::elapsed).sum() / NANOS;
        double rate = small / Math.max(1e-9, seconds);
        double work = rows.stream().mapToDouble(RankRow::useful).sum() / Math.max(1, small);
        if (small < 0.9 * all || small < (long) FEW * rows.size() || work > LITTLE_WORK) {
            return;
        }
        String place =
                numbers.busiest().stream()
                        .filter(site -> site.sampled() > 0)
                        .findFirst()
                        .map(site -> ", most calls are " + site.text())
                        .orElse("");
        add(
                "small messages",
                "Small messages: "
                        + Amounts.percent((double) small / all)
                        + " of "
                        + Amounts.count((double) all)
                        + " messages have less than 1 KiB (most "
                        + usualSize()
                        + "), "
                        + Amounts.count(rate)
                        + " a second and rank, and "
                        + Amounts.percent(mpi)
                        + " of the time is spent in MPI"
                        + place
                        + ".",
                "Collect them into fewer, longer messages: one of 1,000 elements costs little more"
                        + " than one of a single element.");
    }

    private String usualSize() {
        Map<Integer, Long> bySize = new TreeMap<>();
        numbers.sizes().forEach(size -> bySize.merge(size.bits(), size.messages(), Long::sum));
        int bits =
                bySize.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
        return Amounts.sizes(bits);
    }

    private void transfer() {
        String call =
                numbers.calls().isEmpty()
                        ? ""
                        : ", most of it in " + numbers.calls().getFirst().name();
        String link =
                numbers.links().isEmpty()
                        ? ""
                        : "; "
                                + Amounts.bytes((double) numbers.sent().bytes())
                                + " went by "
                                + named(numbers.links().getFirst().getKey());
        add(
                "transfer",
                "Transfer: "
                        + Amounts.percent(efficiency.moving())
                        + " of the time moves data or is the library's own work"
                        + call
                        + link
                        + ".",
                "Send less, or overlap: start sends and receives early and compute meanwhile. Data"
                        + " in buffers of MPI.newByteBuffer and its kin are not copied.");
    }

    static String named(String link) {
        return link.isEmpty() ? "no known link" : link;
    }

    /**
     * Ranks that were ready to run had no core; where that is not known, ranks are counted.
     *
     * @param hides whether the ranks lost time, and it cannot be told whose fault it was
     */
    private void crowdedHosts(boolean hides) {
        if (!undelayed.known()) {
            ranksByHost().entrySet().stream()
                    .filter(host -> crowded(host.getKey(), host.getValue()))
                    .findFirst()
                    .ifPresent(host ->
                            crowded(
                                    host.getKey(),
                                    host.getValue(),
                                    ", so a part of every time here is that of a" + " neighbour"));
            return;
        }
        if (undelayed.hidden()) {
            offCores(hides);
            return;
        }
        if (undelayed.share() < NOTABLE_DELAY) {
            return;
        }
        RankRow most = rows.stream().max(Comparator.comparingLong(RankRow::delayed)).orElseThrow();
        crowded(
                most.host(),
                ranksByHost().get(most.host()),
                ": for "
                        + Amounts.percent(undelayed.share())
                        + " of their time ranks were ready to run and had no core (rank "
                        + most.rank()
                        + ": "
                        + Amounts.time((double) most.delayed())
                        + ")"
                        + (hides ? ", which hides whether the program itself loses time" : ""));
    }

    /** Ranks were off their cores, and this platform does not count for whose sake. */
    private void offCores(boolean hides) {
        if (!hides && undelayed.share() < NOTABLE_DELAY) {
            return;
        }
        RankRow most = rows.stream().max(Comparator.comparingLong(RankRow::offCore)).orElseThrow();
        String evidence =
                "for "
                        + Amounts.percent(undelayed.share())
                        + " of their time ranks were off their cores without a wait in MPI (rank "
                        + most.rank()
                        + ": "
                        + Amounts.time((double) most.offCore())
                        + ")"
                        + (hides ? ", which hides whether the program itself loses time" : "");
        int ranks = ranksByHost().get(most.host());
        if (crowded(most.host(), ranks)) {
            crowded(most.host(), ranks, ": " + evidence);
            return;
        }
        add(
                "off cores",
                "Off their cores: "
                        + evidence
                        + ": "
                        + (compilersTook(most.host()) ? "the JVMs' own compilers" : "other work")
                        + " had them, or the program slept or read files, which cannot be told"
                        + " apart here.",
                "Measure a longer run, when the host does nothing else: ranks need a core each,"
                        + " and the JVMs' compilers one at the start.");
    }

    /**
     * Names work in turn where delays may be the reason for the times, too. A rank that waits wants
     * its core as well: its delays say nothing of the program, and the fewer ranks compute at a
     * time, the more of the delays are such. So the order of the waits has to say it: a chain has
     * an end that nobody waits for, and the wait grows from rank to rank. Messages that are late by
     * chance have neither, mostly: this is less than what {@link #serial} says.
     */
    private void probablySerial() {
        double computing = rows.stream().mapToDouble(RankRow::useful).sum() / efficiency.nanos();
        boolean few = computing < GOOD * Undelayed.atOnce(rows.size());
        SiteSum line = few ? orderedLine() : null;
        if (line == null || efficiency.balance() < GOOD || undelayed.share() < NOTABLE_DELAY) {
            return;
        }
        int last =
                rows.stream()
                        .mapToInt(RankRow::rank)
                        .filter(rank -> !line.byPeer().containsKey(rank))
                        .findFirst()
                        .orElse(-1);
        add(
                "serial chain",
                "Probably serial work: on average "
                        + Amounts.ratio(computing)
                        + " of "
                        + rows.size()
                        + " ranks compute at a time, and in "
                        + line.text()
                        + " all but rank "
                        + last
                        + " are waited for, each longer than the one before it.",
                "Let the next rank begin sooner, with a part of the result. Start no more ranks"
                        + " than cores to be sure: delays make waits, too.");
    }

    /** Returns the line with most waits for messages that come in an order with an end, or null. */
    private SiteSum orderedLine() {
        double elapsed = rows.stream().mapToDouble(RankRow::elapsed).sum();
        return numbers.sites().stream()
                .filter(site -> isBetweenTwo(site.call()))
                .filter(site -> site.waiting() > NOTABLE_WAITING * elapsed)
                .filter(site -> rows.size() > 2 && site.byPeer().size() == rows.size() - 1)
                .filter(site ->
                        Collections.max(site.byPeer().values())
                                > GROWTH * Collections.min(site.byPeer().values()))
                .findFirst()
                .orElse(null);
    }

    /** Returns whether a function waits for a message: in collectives waits of all reasons end. */
    private static boolean isBetweenTwo(String call) {
        return BETWEEN_TWO.stream().anyMatch(call::startsWith);
    }

    private boolean crowded(String host, int ranks) {
        int processors = header.processors().getOrDefault(host, 0);
        return processors > 0 && ranks > processors;
    }

    private void crowded(String host, int ranks, String evidence) {
        int processors = header.processors().getOrDefault(host, 0);
        boolean own = crowded(host, ranks);
        String others =
                compilersTook(host)
                        ? "the JVMs' own compilers take"
                        : "other work on " + host + " takes";
        String share =
                own
                        ? ranks
                                + " ranks share "
                                + processors
                                + (processors == 1 ? " processor" : " processors")
                                + " of "
                                + host
                        : others + " them from the ranks";
        add(
                "crowded host",
                "Too few cores: " + share + evidence + ".",
                own
                        ? "Start at most " + processors + " ranks there, or use more hosts."
                        : "Measure a longer run, when the host does nothing else: ranks need a core"
                                + " each, and the JVMs' compilers one at the start.");
    }

    /** Returns whether compilers explain what the ranks of a host had no core for. */
    private boolean compilersTook(String host) {
        long compiling = 0;
        long delayed = 0;
        for (RankRow row : rows) {
            if (row.host().equals(host)) {
                compiling += row.compiling();
                delayed += Math.max(0, undelayed.hidden() ? row.offCore() : row.delayed());
            }
        }
        return compiling > 0 && compiling >= delayed;
    }

    private void collections() {
        RankRow most =
                rows.stream().max(Comparator.comparingLong(RankRow::collecting)).orElseThrow();
        double share = (double) most.collecting() / Math.max(1, most.elapsed());
        if (share > NOTABLE_COLLECTING) {
            add(
                    "pauses",
                    "Pauses: the JVM of rank "
                            + most.rank()
                            + " collected garbage for "
                            + Amounts.time((double) most.collecting())
                            + ", "
                            + Amounts.percent(share)
                            + " of its time"
                            + (rows.size() > 1 ? "; the others wait meanwhile." : "."),
                    "Allocate less in loops, or give the ranks more heap (-Xmx).");
        }
    }

    private void unexpected() {
        long unexpected = numbers.values().getOrDefault("pml_ob1_unexpected", 0L);
        long bytes = numbers.values().getOrDefault("pml_ob1_unexpected_bytes", 0L);
        long received = numbers.values().getOrDefault("pml_ob1_received", 0L);
        if (unexpected > received / 10 && bytes > 64L << 20) {
            add(
                    "unexpected",
                    "Unexpected messages: "
                            + Amounts.percent((double) unexpected / received)
                            + " of the messages ("
                            + Amounts.bytes((double) bytes)
                            + ") came before their receives and were copied twice.",
                    "Post receives (iRecv) before the partner sends.");
        }
    }

    private void compilers() {
        double compiling = rows.stream().mapToDouble(RankRow::compiling).sum();
        double elapsed = rows.stream().mapToDouble(RankRow::elapsed).sum();
        if (compiling > NOTABLE_COMPILING * elapsed) {
            add(
                    "warm-up",
                    "Warm-up: in a job of "
                            + Amounts.time(efficiency.nanos())
                            + " the JVMs' compilers took "
                            + Amounts.time(compiling / rows.size())
                            + " of CPU per rank.",
                    "Measure a longer run; for short jobs try --mca mpi_jit quick.");
        }
    }
}
