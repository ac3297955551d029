package org.strata.launcher.program;

import org.strata.testkit.fuzz.FuzzContract;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** Argument files of the java command. */
class ArgumentFileFuzzTest extends FuzzContract {
    @Override
    protected List<byte[]> valid() {
        return utf8("-cp \"a b\\\\c\" # x\n'-Dx=\\n' \\\n  Main", "-Xmx1g\n\"un\\\n   ended");
    }

    @Override
    protected List<byte[]> words() {
        return utf8("\"", "'", "\\", "\n", "\r", "#", " ");
    }

    @Override
    protected void parse(byte[] input) {
        List<String> words = ArgumentFile.parse(new String(input, StandardCharsets.UTF_8));
        if (!ArgumentFile.parse(ArgumentFile.format(words)).equals(words)) {
            throw new AssertionError(words);
        }
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of();
    }
}
