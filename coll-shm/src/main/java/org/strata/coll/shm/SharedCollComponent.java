package org.strata.coll.shm;

import org.strata.mca.base.Output;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollComponent;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.mpool.MappablePool;
import org.strata.mca.pml.Pml;
import org.strata.opal.progress.ProgressEngine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Factory of the collectives in shared memory. */
public final class SharedCollComponent implements CollComponent {
    private final SharedCollConfig config;
    private final ProcessEnvironment environment;
    private final ProgressEngine engine;
    private final Output output;
    private final MappablePool pool;

    /**
     * @param config the parameters
     * @param environment how many ranks run on this node
     * @param engine makes progress while a collective waits
     * @param output where messages to the user go
     * @param pool memory that the node's other ranks can map; null for none
     */
    SharedCollComponent(
            SharedCollConfig config,
            ProcessEnvironment environment,
            ProgressEngine engine,
            Output output,
            MappablePool pool) {
        this.config = config;
        this.environment = environment;
        this.engine = engine;
        this.output = output;
        this.pool = pool;
    }

    @Override
    public String name() {
        return "shm";
    }

    @Override
    public int priority() {
        return config.priority();
    }

    @Override
    public Coll coll(Pml pml, Coll next) {
        if (next == null || pool == null || environment.localSize() < 2) {
            return next;
        }
        return new SharedColl(
                next,
                new SharedSetUp(
                        config,
                        rules(),
                        pool,
                        engine,
                        output,
                        text -> environment.showOnce(text, output)));
    }

    /**
     * Reads the rules. A file with mistakes does not stop the job, because collectives are correct
     * under any rules that all members have: members with different ones do not use shared memory.
     */
    private SharedRules rules() {
        if (config.rulesFile().isEmpty()) {
            return SharedRules.builtIn();
        }
        try {
            return SharedRules.parse(Files.readString(Path.of(config.rulesFile())))
                    .otherwise(SharedRules.builtIn());
        } catch (IOException | IllegalArgumentException e) {
            if (environment.rankInJob() == 0) {
                String reason = e instanceof NoSuchFileException ? "no such file" : e.getMessage();
                output.help(
                        SharedCollComponent.class, "bad-rules-file", config.rulesFile(), reason);
            }
            return SharedRules.builtIn();
        }
    }
}
