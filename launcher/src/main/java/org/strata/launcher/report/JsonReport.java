package org.strata.launcher.report;

import java.util.List;
import java.util.Map;

/** The report as JSON; times in nanoseconds. Lists are bounded: the heaviest entries come first. */
final class JsonReport {
    /** Version of the form: changes whenever a reader of the old one would go wrong. */
    static final int FORMAT = 1;

    private static final int RANKS = 16_384;

    /** Ranks in what a page of 1 MB carries. */
    private static final int RANKS_IN_PAGE = 256;

    private static final int SITES = 64;
    private static final int PEERS = 4;

    private final int ranks;
    private final JobReport report;
    private final JobNumbers numbers;
    private final Json json = new Json();

    private JsonReport(JobReport report, int ranks) {
        this.ranks = ranks;
        this.report = report;
        this.numbers = report.numbers();
    }

    static String of(JobReport report) {
        return new JsonReport(report, RANKS).write();
    }

    /** Returns the same, of a job with many ranks without some of them. */
    static String inPage(JobReport report) {
        return new JsonReport(report, RANKS_IN_PAGE).write();
    }

    private String write() {
        JobHeader header = report.header();
        json.open("{").member("format", FORMAT).member("strata", header.version());
        json.member("java", header.java()).member("job", header.job());
        json.member("started", header.started()).member("command", header.command());
        json.member("ended", header.ended()).member("ranks", header.ranks());
        json.member("ranksWithNumbers", numbers.rows().size());
        json.member("nanos", (long) report.efficiency().nanos());
        efficiency();
        json.name("verdict").open("[");
        for (Verdict.Finding one : report.verdict()) {
            json.open("{").member("kind", one.kind()).member("what", one.what());
            json.member("advice", one.advice()).close("}");
        }
        json.close("]").member("missing", report.missing());
        json.name("hosts").open("[");
        header.processors()
                .forEach((host, processors) -> {
                    json.open("{").member("host", host).member("processors", processors).close("}");
                });
        json.close("]");
        ranks();
        pairs("waits", "nanos", numbers.waits);
        json.member("waitedForSeveral", numbers.waitedForSeveral());
        pairs("bytes", "bytes", numbers.bytes);
        pairs("messages", "messages", numbers.messages);
        calls();
        regions();
        sizes();
        json.name("values").open("{");
        numbers.values().forEach((name, value) -> json.member(name, (long) value));
        json.close("}");
        json.member("parameters", header.parameters());
        json.member("refusedLinks", numbers.refusals());
        json.member("cost", numbers.cost());
        return json.close("}").toString();
    }

    private void efficiency() {
        Efficiency found = report.efficiency();
        json.name("efficiency").open("{").member("useful", found.useful());
        json.member("waiting", found.waiting()).member("transferShare", found.moving());
        json.member("parallel", found.parallel()).member("balance", found.balance());
        json.member("balanceInHosts", found.balanceInHosts());
        json.member("balanceOfHosts", found.balanceOfHosts());
        json.member("serialisation", found.serialisation());
        json.member("transfer", found.transfer()).close("}");
    }

    private void ranks() {
        List<RankRow> rows = numbers.rows();
        json.name("rank").open("[");
        for (RankRow row : rows.subList(0, Math.min(ranks, rows.size()))) {
            json.open("{").member("rank", row.rank()).member("host", row.host());
            json.member("ended", row.ended()).member("elapsed", row.elapsed());
            json.member("useful", row.useful()).member("waiting", row.waiting());
            json.member("transfer", row.transfer()).member("caused", row.caused());
            json.member("sentBytes", row.sentBytes()).member("collecting", row.collecting());
            json.member("compiling", row.compiling()).member("memory", row.memory());
            json.member("heap", row.heap()).member("coreDelays", row.delayed());
            json.member("coreTime", row.worked()).member("offCore", row.offCore());
            json.member("forcedSwitches", row.forced());
            json.member("unexpected", row.unexpected()).member("received", row.received());
            json.member("cpus", row.cpus()).close("}");
        }
        json.close("]");
    }

    private void pairs(String name, String unit, Grid grid) {
        json.name(name).open("[");
        for (Grid.Pair pair : grid.pairs()) {
            json.open("{").member("from", pair.from()).member("to", pair.to());
            json.member(unit, Math.round(pair.value())).close("}");
        }
        json.close("]");
    }

    private void calls() {
        json.name("calls").open("[");
        for (JobNumbers.CallSum call : numbers.calls()) {
            json.open("{").member("call", call.name()).member("calls", call.calls());
            json.member("bytes", call.bytes()).member("nanos", Math.round(call.time()));
            json.member("error", Math.round(Math.sqrt(call.variance())));
            json.member("waiting", Math.round(call.waiting())).close("}");
        }
        json.close("]").name("sites").open("[");
        List<JobNumbers.SiteSum> sites = numbers.sites();
        for (JobNumbers.SiteSum site : sites.subList(0, Math.min(SITES, sites.size()))) {
            json.open("{").member("call", site.call()).member("place", site.place());
            json.member("waits", site.waits()).member("waiting", Math.round(site.waiting()));
            json.member("sampled", site.sampled()).name("for").open("[");
            site.byPeer().entrySet().stream()
                    .sorted(Map.Entry.<Integer, Double>comparingByValue().reversed())
                    .limit(PEERS)
                    .forEach(peer -> {
                        json.open("{").member("rank", peer.getKey());
                        json.member("nanos", Math.round(peer.getValue())).close("}");
                    });
            json.close("]").close("}");
        }
        json.close("]");
    }

    private void regions() {
        json.name("regions").open("[");
        for (RegionSum region : numbers.regions().stream().limit(SITES).toList()) {
            json.open("{").member("region", region.name()).member("ranks", region.ranks());
            json.member("runs", region.times()).member("nanos", region.elapsed());
            json.member("mpi", region.mpi()).member("waiting", region.waiting());
            json.member("mostUseful", region.most()).member("busiest", region.busiest()).close("}");
        }
        json.close("]");
    }

    private void sizes() {
        json.name("sizes").open("[");
        numbers.sizes()
                .forEach(size -> {
                    json.open("{").member("protocol", size.protocol()).member("bits", size.bits());
                    json.member("messages", size.messages())
                            .member("bytes", size.bytes())
                            .close("}");
                });
        json.close("]").name("links").open("[");
        numbers.links()
                .forEach(link -> {
                    json.open("{").member("link", link.getKey());
                    json.member("messages", link.getValue().messages());
                    json.member("bytes", link.getValue().bytes()).close("}");
                });
        json.close("]").name("communicators").open("[");
        numbers.comms().stream()
                .limit(SITES)
                .forEach(comm -> {
                    json.open("{").member("name", comm.name()).member("size", comm.size());
                    json.member("messages", comm.messages())
                            .member("bytes", comm.bytes())
                            .close("}");
                });
        json.close("]").name("activity").open("[");
        numbers.activity
                .moments()
                .forEach(moment -> {
                    json.open("{").member("from", Math.round(moment.from()));
                    json.member("useful", moment.useful()).member("waiting", moment.waiting());
                    json.member("transfer", moment.transfer()).close("}");
                });
        json.close("]");
    }
}
