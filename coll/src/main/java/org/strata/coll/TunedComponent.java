package org.strata.coll;

import org.strata.coll.base.Scratch;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollComponent;
import org.strata.mca.pml.Pml;
import org.strata.opal.progress.ProgressEngine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/** Makes the collectives of a rank: reads the rules and the user's choices. */
public final class TunedComponent implements CollComponent {
    private static final String RULES = "rules.conf";

    private final TunedConfig config;
    private final ProgressEngine engine;
    private final Consumer<String> warnings;

    /**
     * @param config the user's choices
     * @param engine makes progress while a collective waits
     * @param warnings takes what the user should know
     */
    public TunedComponent(TunedConfig config, ProgressEngine engine, Consumer<String> warnings) {
        this.config = config;
        this.engine = engine;
        this.warnings = warnings;
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
            warnings.accept(
                    "coll_tuned_*_algorithm has no effect unless coll_tuned_use_dynamic_rules is 1;"
                            + " set for "
                            + String.join(
                                    ", ",
                                    config.forced().keySet().stream()
                                            .map(Collective::label)
                                            .toList()));
        }
        Scratch scratch = new Scratch(config.scratchLimit());
        return new TunedColl(pml, engine, scratch, rules, dynamic ? config.forced() : Map.of());
    }

    private static String builtInRules() {
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
            return rules.overriddenBy(reader.read(text));
        } catch (IOException | IllegalArgumentException e) {
            warnings.accept(
                    "coll_tuned_dynamic_rules_filename "
                            + config.rulesFile()
                            + " is not used: "
                            + e.getMessage());
            return rules;
        }
    }
}
