package org.strata.coll.tuned;

import org.strata.coll.base.Scratch;
import org.strata.mca.base.Output;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollComponent;
import org.strata.mca.pml.Pml;
import org.strata.opal.progress.ProgressEngine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Factory of a rank's collectives: reads the rules and the user's choices. */
public final class TunedComponent implements CollComponent {
    private final TunedConfig config;
    private final ProgressEngine engine;
    private final Output output;
    private final boolean warns;

    /**
     * @param config the parameters
     * @param engine makes progress while a collective waits
     * @param output where messages to the user go
     * @param warns whether this rank prints warnings; one rank of a job does
     */
    public TunedComponent(TunedConfig config, ProgressEngine engine, Output output, boolean warns) {
        this.config = config;
        this.engine = engine;
        this.output = output;
        this.warns = warns;
    }

    @Override
    public String name() {
        return "tuned";
    }

    @Override
    public int priority() {
        return config.priority();
    }

    @Override
    public Coll coll(Pml pml, Coll next) {
        RuleFile reader = new RuleFile(Collective.ALL, config.fanouts());
        Rules rules = Rules.later(BuiltInRules::rows, config.fanouts());
        boolean dynamic = config.useDynamicRules();
        if (dynamic && !config.rulesFile().isEmpty()) {
            rules = withUsersRules(rules, reader);
        }
        List<Rules.Row> forced = config.forced();
        if (dynamic) {
            rules = new Rules(forced, config.fanouts()).otherwise(rules);
        } else if (!forced.isEmpty()) {
            Stream<String> chosen = forced.stream().map(row -> row.collective().label());
            warn("ignored-algorithms", chosen.collect(Collectors.joining(", ")));
        }
        Scratch scratch = new Scratch(config.scratchLimit());
        return new TunedColl(pml, engine, scratch, rules, config.asyncProgress(), 0);
    }

    /**
     * Adds the rules of the user's file. A file with mistakes does not stop the job, because
     * collectives are correct under any rules.
     */
    private Rules withUsersRules(Rules rules, RuleFile reader) {
        try {
            String text = Files.readString(Path.of(config.rulesFile()));
            return reader.read(text).otherwise(rules);
        } catch (IOException | IllegalArgumentException e) {
            String reason = e instanceof NoSuchFileException ? "no such file" : e.getMessage();
            warn("bad-rules-file", config.rulesFile(), reason);
            return rules;
        }
    }

    private void warn(String topic, Object... values) {
        if (warns) {
            output.help(TunedComponent.class, topic, values);
        }
    }
}
