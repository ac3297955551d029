package org.strata.coll;

import org.strata.coll.base.Scratch;
import org.strata.mca.base.Output;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollComponent;
import org.strata.mca.pml.Pml;
import org.strata.opal.progress.ProgressEngine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the collectives of a rank: reads the rules and the user's choices. */
public final class TunedComponent implements CollComponent {
    private static final String RULES = "rules.conf";

    private final TunedConfig config;
    private final ProgressEngine engine;
    private final Output output;
    private final boolean speaks;

    /**
     * @param config the user's choices
     * @param engine makes progress while a collective waits
     * @param output takes what the user should know
     * @param speaks whether this rank is the one that tells the user
     */
    public TunedComponent(
            TunedConfig config, ProgressEngine engine, Output output, boolean speaks) {
        this.config = config;
        this.engine = engine;
        this.output = output;
        this.speaks = speaks;
    }

    @Override
    public String framework() {
        return "coll";
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
    public Coll coll(Pml pml) {
        RuleFile reader = new RuleFile(config.chainFanout(), config.treeFanout());
        Rules rules = reader.read(builtInRules());
        boolean dynamic = config.useDynamicRules();
        if (dynamic && !config.rulesFile().isEmpty()) {
            rules = withUsersRules(rules, reader);
        }
        if (!dynamic && !config.forced().isEmpty()) {
            Stream<String> chosen = config.forced().keySet().stream().map(Collective::label);
            tell("ignored-algorithms", chosen.collect(Collectors.joining(", ")));
        }
        Scratch scratch = new Scratch(config.scratchLimit());
        return new TunedColl(pml, engine, scratch, rules, dynamic ? config.forced() : Map.of());
    }

    static String builtInRules() {
        try (InputStream in = TunedComponent.class.getResourceAsStream(RULES)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A bad file is no reason to stop a job: collectives are correct under any rules. */
    private Rules withUsersRules(Rules rules, RuleFile reader) {
        try {
            String text = Files.readString(Path.of(config.rulesFile()));
            return reader.read(text).otherwise(rules);
        } catch (IOException | IllegalArgumentException e) {
            String reason = e instanceof NoSuchFileException ? "no such file" : e.getMessage();
            tell("bad-rules-file", config.rulesFile(), reason);
            return rules;
        }
    }

    private void tell(String topic, Object... values) {
        if (speaks) {
            output.help(TunedComponent.class, topic, values);
        }
    }
}
