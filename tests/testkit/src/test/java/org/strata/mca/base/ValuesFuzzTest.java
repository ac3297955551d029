package org.strata.mca.base;

import org.strata.mca.ess.Spawn;
import org.strata.testkit.fuzz.FuzzContract;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Values of parameters, which come from variables and command lines. */
class ValuesFuzzTest extends FuzzContract {
    private static final List<Consumer<String>> PARSERS =
            List.of(
                    Values::integer,
                    Values::size,
                    Values::number,
                    Values::bool,
                    Values::list,
                    text -> Values.choice(text, List.of()));

    @Override
    protected List<byte[]> valid() {
        return utf8("64k", "-1", "1.5m", "0x10", "2147483647", "yes", "a, b,,c", "1e3");
    }

    @Override
    protected List<byte[]> words() {
        return utf8("e", "E", "-", "+", ".", "0x", "k", "g", "9999", "999999999", ",", "NaN", "_");
    }

    @Override
    protected void parse(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        for (Consumer<String> parser : PARSERS) {
            try {
                parser.accept(text);
            } catch (IllegalArgumentException e) {
                if (e.getMessage() == null || !e.getMessage().startsWith("is ")) {
                    throw new AssertionError("no reason for the user", e);
                }
            }
        }
        Spawn.Outcome.decode(input);
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of();
    }
}
