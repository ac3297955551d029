package org.strata.launcher.report;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigUtil;

import org.strata.launcher.report.ActivitySum.Moment;
import org.strata.launcher.report.JobNumbers.CallSum;
import org.strata.launcher.report.JobNumbers.SiteSum;
import org.strata.launcher.report.JobNumbers.Traffic;
import org.strata.opal.report.RankNumbers.Comm;
import org.strata.opal.report.RankNumbers.Size;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the JSON of a report: what {@link JsonReport} writes. The verdict is that of the file,
 * since its lists of ranks and pairs are bounded.
 */
final class StoredReport {
    private static final int LARGEST = 64 << 20;

    /** Brackets inside each other: the parser needs a stack for them. */
    private static final int DEEPEST = 16;

    private static final int MOST_RANKS = 1 << 24;

    private final Config json;
    private final JobNumbers numbers = new JobNumbers();

    private StoredReport(Config json) {
        this.json = json;
    }

    /**
     * Reads a file.
     *
     * @throws IOException when it cannot be read or is no report; the message says why
     */
    static JobReport read(Path file) throws IOException {
        if (Files.size(file) > LARGEST) {
            throw new IOException("it has more than 64 MiB");
        }
        return of(Files.readString(file, StandardCharsets.UTF_8));
    }

    static JobReport of(String text) throws IOException {
        if (tooDeep(text)) {
            throw new IOException("its brackets are nested too deeply");
        }
        ConfigParseOptions strict = ConfigParseOptions.defaults().setSyntax(ConfigSyntax.JSON);
        try {
            Config json = ConfigFactory.parseString(text, strict);
            if (json.getInt("format") != JsonReport.FORMAT) {
                throw new IOException("its format is that of another version of Strata");
            }
            return new StoredReport(json).report();
        } catch (ConfigException e) {
            throw new IOException("it is not the JSON of a report: " + firstLine(e), e);
        }
    }

    private static String firstLine(ConfigException e) {
        return e.getMessage().lines().findFirst().orElse("");
    }

    private static boolean tooDeep(String text) {
        int depth = 0;
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                i += c == '\\' ? 1 : 0;
                quoted = c != '"';
            } else if (c == '"') {
                quoted = true;
            } else if (c == '{' || c == '[') {
                if (++depth > DEEPEST) {
                    return true;
                }
            } else if (c == '}' || c == ']') {
                depth--;
            }
        }
        return false;
    }

    private JobReport report() {
        for (Config row : json.getConfigList("rank")) {
            numbers.addRow(row(row));
        }
        pairs("waits", "nanos", numbers.waits);
        pairs("bytes", "bytes", numbers.bytes);
        pairs("messages", "messages", numbers.messages);
        numbers.addWaitedForSeveral(json.getLong("waitedForSeveral"));
        calls();
        regions();
        messages();
        Config values = json.getConfig("values");
        values.root().keySet().forEach(name -> numbers.addValue(name, number(values, name)));
        json.getStringList("refusedLinks").forEach(line -> numbers.addRefusal(line, line));
        double elapsed = numbers.rows().stream().mapToDouble(RankRow::elapsed).sum();
        numbers.addCost(Math.round(json.getDouble("cost") * elapsed));
        numbers.activity.restore(
                json.getConfigList("activity").stream()
                        .map(one ->
                                new Moment(
                                        one.getDouble("from"),
                                        one.getDouble("useful"),
                                        one.getDouble("waiting"),
                                        one.getDouble("transfer")))
                        .toList());
        List<Verdict.Finding> verdict =
                json.getConfigList("verdict").stream()
                        .map(one ->
                                new Verdict.Finding(
                                        one.getString("kind"),
                                        one.getString("what"),
                                        one.getString("advice")))
                        .toList();
        return new JobReport(
                header(), numbers, json.getStringList("missing"), efficiency(), verdict);
    }

    private static long number(Config values, String name) {
        return values.getLong(ConfigUtil.joinPath(name));
    }

    private JobHeader header() {
        Map<String, Integer> hosts = new LinkedHashMap<>();
        for (Config host : json.getConfigList("hosts")) {
            hosts.put(host.getString("host"), host.getInt("processors"));
        }
        return new JobHeader(
                json.getString("job"),
                json.getString("started"),
                json.getString("strata"),
                json.getString("java"),
                json.getString("command"),
                json.getInt("ranks"),
                0,
                json.getString("ended"),
                hosts,
                json.getStringList("parameters"));
    }

    /** Exact where the file has all ranks. */
    private Efficiency efficiency() {
        List<RankRow> rows = numbers.rows();
        if (rows.size() == json.getInt("ranksWithNumbers")) {
            return Efficiency.of(rows);
        }
        Config found = json.getConfig("efficiency");
        return new Efficiency(
                json.getLong("nanos"),
                found.getDouble("parallel"),
                found.getDouble("balance"),
                found.getDouble("balanceInHosts"),
                found.getDouble("balanceOfHosts"),
                found.getDouble("serialisation"),
                found.getDouble("transfer"),
                found.getDouble("useful"),
                found.getDouble("waiting"),
                found.getDouble("transferShare"));
    }

    private static RankRow row(Config row) {
        return new RankRow(
                rank(row, "rank"),
                row.getString("host"),
                row.getString("ended"),
                row.getLong("elapsed"),
                row.getLong("useful"),
                row.getLong("waiting"),
                row.getLong("transfer"),
                row.getLong("caused"),
                row.getLong("sentBytes"),
                row.getLong("collecting"),
                row.getLong("compiling"),
                row.getLong("memory"),
                row.getLong("heap"),
                row.getLong("coreDelays"),
                row.hasPath("coreTime") ? row.getLong("coreTime") : -1,
                row.hasPath("offCore") ? row.getLong("offCore") : -1,
                row.getLong("forcedSwitches"),
                row.getLong("unexpected"),
                row.getLong("received"),
                row.getString("cpus"));
    }

    private static int rank(Config one, String name) {
        int rank = one.getInt(name);
        if (rank < 0 || rank > MOST_RANKS) {
            throw new ConfigException.BadValue(name, "no rank has this number");
        }
        return rank;
    }

    private void pairs(String name, String unit, Grid grid) {
        for (Config pair : json.getConfigList(name)) {
            grid.add(rank(pair, "from"), rank(pair, "to"), pair.getDouble(unit));
        }
    }

    private void calls() {
        for (Config call : json.getConfigList("calls")) {
            double error = call.getDouble("error");
            numbers.addCall(
                    new CallSum(
                            call.getString("call"),
                            call.getLong("calls"),
                            call.getLong("bytes"),
                            call.getDouble("nanos"),
                            error * error,
                            call.getDouble("waiting")));
        }
        for (Config site : json.getConfigList("sites")) {
            Map<Integer, Double> peers = new HashMap<>();
            for (Config peer : site.getConfigList("for")) {
                peers.put(peer.getInt("rank"), peer.getDouble("nanos"));
            }
            numbers.addSite(
                    new SiteSum(
                            site.getString("call"),
                            site.getString("place"),
                            site.getLong("waits"),
                            site.getDouble("waiting"),
                            site.getLong("sampled"),
                            peers));
        }
    }

    /** Reports of versions before regions have none. */
    private void regions() {
        for (Config one :
                json.hasPath("regions") ? json.getConfigList("regions") : List.<Config>of()) {
            numbers.addRegion(
                    new RegionSum(
                            one.getString("region"),
                            Math.clamp(one.getInt("ranks"), 1, MOST_RANKS + 1),
                            one.getLong("runs"),
                            one.getLong("nanos"),
                            one.getLong("mpi"),
                            one.getLong("waiting"),
                            one.getLong("mostUseful"),
                            rank(one, "busiest")));
        }
    }

    private void messages() {
        for (Config size : json.getConfigList("sizes")) {
            numbers.addSize(
                    new Size(
                            size.getString("protocol"),
                            Math.clamp(size.getInt("bits"), 0, Long.SIZE - 1),
                            size.getLong("messages"),
                            size.getLong("bytes")));
        }
        for (Config link : json.getConfigList("links")) {
            numbers.addLink(link.getString("link"), traffic(link));
        }
        for (Config comm : json.getConfigList("communicators")) {
            Traffic sent = traffic(comm);
            String name = comm.getString("name");
            numbers.addComm(new Comm(name, comm.getInt("size"), sent.messages(), sent.bytes()));
        }
    }

    private static Traffic traffic(Config one) {
        return new Traffic(one.getLong("messages"), one.getLong("bytes"));
    }
}
