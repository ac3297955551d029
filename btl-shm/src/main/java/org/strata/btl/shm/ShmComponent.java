package org.strata.btl.shm;

import org.strata.mca.base.Boxes;
import org.strata.mca.base.HelpCatalogue;
import org.strata.mca.base.Output;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.mpool.MappablePool;
import org.strata.mca.oob.Oob;
import org.strata.mca.proc.Proc;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.RankSleeper;
import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Opens the one shared-memory link of a rank, if other ranks run on its node. */
public final class ShmComponent implements BtlComponent {
    private static final Path PID_NAMESPACE = HostFiles.process("self/ns/pid");

    private final ShmConfig config;
    private final ProcessEnvironment environment;
    private final Oob oob;
    private final ShmBtl.Rank rank;

    /**
     * @param config sizes and limits
     * @param environment which ranks run on this node
     * @param oob exchanges the ranks' addresses
     * @param engine polls the link
     * @param sleeper is where this rank sleeps; peers ring it
     * @param handlers receive the messages
     * @param output prints that shared memory is off
     * @param pool memory that peers can map; null for none
     */
    ShmComponent(
            ShmConfig config,
            ProcessEnvironment environment,
            Oob oob,
            ProgressEngine engine,
            RankSleeper sleeper,
            ActiveMessages handlers,
            Output output,
            MappablePool pool) {
        this.config = config;
        this.environment = environment;
        this.oob = oob;
        this.rank = new ShmBtl.Rank(environment, engine, sleeper, handlers, output, pool);
    }

    @Override
    public String name() {
        return "shm";
    }

    /** Never calls {@code errors}: a link within a node does not break while its processes live. */
    @Override
    public List<Btl> open(BtlErrorHandler errors, StringBuilder refusal) {
        if (environment.localSize() < 2) {
            refusal.append("no other process of the job runs on this host");
            return List.of();
        }
        NodePeers peers =
                new NodePeers(environment, oob, rank.output(), config.connectTimeoutMillis());
        SegmentLayout layout = SegmentLayout.plan(config, peers.count());
        Path path = path();
        try {
            ShmAddress card = card(path);
            ShmSegment segment = ShmSegment.create(path, layout, card, config.fboxMax());
            card = card.withHeader(segment.address());
            Btl btl = new ShmBtl(config, rank, peers, layout, segment, card);
            oob.put(ShmAddress.KEY, card.encode());
            if (waitsForOthers()) {
                peers.findEarly();
            }
            return List.of(btl);
        } catch (IOException e) {
            return refuse(path, layout.bytes(), e, refusal);
        }
    }

    /**
     * Returns whether this rank is likely to wait for the others in MPI.Init: where ranks share
     * cores they would only take them from each other.
     */
    private boolean waitsForOthers() {
        int ranks = environment.localSize();
        return ranks <= config.earlyPeers() && ranks <= Runtime.getRuntime().availableProcessors();
    }

    /** Launchers sweep by this name what killed ranks leave behind. */
    private Path path() {
        String name = "strata." + environment.jobId() + "." + environment.rank();
        return directory().resolve(name);
    }

    private Path directory() {
        return HostFiles.sharedMemory(config.backingDirectory());
    }

    private ShmAddress card(Path path) {
        int pid = (int) ProcessHandle.current().pid();
        long nonce = (long) pid << Integer.SIZE | environment.rank();
        return new ShmAddress(
                "", path.toString(), pid, pidNamespace(), nonce, System.nanoTime(), 0);
    }

    private static String pidNamespace() {
        try {
            return Files.readSymbolicLink(PID_NAMESPACE).toString();
        } catch (IOException | UnsupportedOperationException e) {
            // A system without such namespaces has one for all its processes.
            return "";
        }
    }

    /** Tells user, BML and peers, so that both ends use another BTL. */
    private List<Btl> refuse(Path path, long bytes, IOException e, StringBuilder refusal) {
        String reason = reason(e);
        Path directory = directory();
        Proc self = environment.proc(environment.rank());
        String text =
                HelpCatalogue.of(ShmComponent.class)
                        .text(
                                "no-segment",
                                self,
                                path,
                                reason,
                                bytes,
                                available(directory),
                                directory);
        // The directory is full for every rank of the host.
        environment.showOnce(Boxes.box(text), rank.output());
        oob.put(ShmAddress.KEY, ShmAddress.refusing(path + ": " + reason).encode());
        refusal.append("cannot make ").append(path).append(": ").append(reason);
        return List.of();
    }

    private static String reason(IOException e) {
        String message = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }

    private static String available(Path directory) {
        long usable = directory.toFile().getUsableSpace();
        return usable == 0 ? "nothing" : usable + " bytes";
    }
}
