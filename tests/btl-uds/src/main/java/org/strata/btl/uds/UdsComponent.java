package org.strata.btl.uds;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.oob.Oob;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.RankSleeper;
import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Opens the one link of a rank that shares its host with others, and publishes its socket. */
public final class UdsComponent implements BtlComponent {
    /** Key of what a rank publishes: the path of its socket. */
    static final String KEY = "btl.uds";

    private final UdsConfig config;
    private final Rank rank;

    /** What the component needs of its rank. */
    public record Rank(
            ProcessEnvironment environment,
            Oob oob,
            ProgressEngine engine,
            RankSleeper sleeper,
            ActiveMessages handlers) {}

    /**
     * @param config sizes and limits
     * @param rank the rank that it serves
     */
    public UdsComponent(UdsConfig config, Rank rank) {
        this.config = config;
        this.rank = rank;
    }

    @Override
    public String name() {
        return "uds";
    }

    @Override
    public List<Btl> open(BtlErrorHandler errors, StringBuilder refusal) {
        ProcessEnvironment environment = rank.environment();
        if (environment.localSize() < 2) {
            refusal.append("no other process of the job runs on this host");
            return List.of();
        }
        String name = "strata." + environment.jobId() + "." + environment.rank() + ".uds";
        Path path = HostFiles.sharedMemory(config.directory()).resolve(name);
        try {
            Btl btl = new UdsBtl(config, rank, errors, new UdsListener(path));
            rank.oob().put(KEY, path.toString().getBytes(StandardCharsets.UTF_8));
            return List.of(btl);
        } catch (IOException e) {
            refusal.append("cannot listen on ").append(path).append(": ").append(e.getMessage());
            return List.of();
        }
    }
}
