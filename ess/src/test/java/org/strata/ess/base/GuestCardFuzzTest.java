package org.strata.ess.base;

import org.strata.testkit.fuzz.FuzzContract;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * Values of a launcher's key-value space, by which the processes of PMI and PMIx find each other.
 */
class GuestCardFuzzTest extends FuzzContract {
    @Override
    protected List<byte[]> valid() {
        return utf8(GuestCard.encode("host", "0"), GuestCard.encode("10.0.0.1", "4711"));
    }

    @Override
    protected void parse(byte[] input) throws IOException {
        List<String> words = GuestCard.decode(new String(input, StandardCharsets.UTF_8), 2);
        String again = GuestCard.encode(words.toArray(new String[0]));
        if (!GuestCard.decode(again, 2).equals(words)) {
            throw new AssertionError(words);
        }
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(IOException.class);
    }
}
