package org.strata.testkit.fuzz;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.strata.testkit.Seed;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What every parser of foreign bytes must do, whatever they are: return, or throw what its
 * documentation names, and allocate no more than a bound that depends on the input's length. A
 * subclass per parser. The usual tests run some thousand inputs, the same each time, so that a
 * failure is due to the change that is tested; {@code mvn verify -Pfuzz [-Dfuzz.tries=N]
 * [-Dseed=N]} runs a million others. A failing input is made shorter and kept by {@link Samples}.
 */
public abstract class FuzzContract {
    private static final int USUAL_TRIES = 2_000;
    private static final int MANY_TRIES = 1_000_000;

    /** Accepted inputs that are kept as the start of others. */
    private static final int MOST_ACCEPTED = 64;

    private static final int MOST_SHORTENINGS = 200;

    /** Longest of them: long ones would make a million tries slow. */
    private static final int LONGEST_ACCEPTED = 4 << 10;

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    @RegisterExtension final Seed seed = new Seed();

    private final Samples samples = new Samples(getClass());

    /** Returns inputs that the parser accepts. */
    protected abstract List<byte[]> valid() throws Exception;

    /** Parses one input; may also check what was read. */
    protected abstract void parse(byte[] input) throws Exception;

    /** Returns the exceptions that the parser's documentation names. */
    protected abstract Set<Class<? extends Exception>> documented();

    /** Returns pieces that mean something to the parser. */
    protected List<byte[]> words() {
        return List.of();
    }

    /** Returns the bytes of heap that the parser may allocate for an input of a length. */
    protected long bound(int length) {
        return (1 << 20) + 256L * length;
    }

    /** Returns texts as inputs. */
    protected static List<byte[]> utf8(String... texts) {
        return Stream.of(texts).map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    }

    @Test
    void validInputsAreAccepted() throws Exception {
        for (byte[] input : valid()) {
            parse(input);
        }
    }

    @Test
    void keptSamplesDoNoHarm() throws Exception {
        warmUp();
        for (byte[] input : samples.all()) {
            Throwable failure = outcome(input).failure();
            if (failure != null) {
                throw new AssertionError("a kept sample: " + failure, failure);
            }
        }
    }

    @Test
    void someThousandInputsDoNoHarm() throws Exception {
        fuzz(USUAL_TRIES, seed.random(getClass().getName().hashCode()));
    }

    @Test
    @Tag("fuzz")
    @Timeout(3600)
    void aMillionInputsDoNoHarm() throws Exception {
        fuzz(Integer.getInteger("fuzz.tries", MANY_TRIES), seed.random());
    }

    private void warmUp() throws Exception {
        for (byte[] input : valid()) {
            outcome(input);
        }
    }

    private void fuzz(int tries, Random random) throws Exception {
        warmUp();
        Mutator mutator = new Mutator(random, words());
        List<byte[]> bases = new ArrayList<>(valid());
        bases.addAll(samples.all());
        int fixed = bases.size();
        for (int i = 0; i < tries; i++) {
            byte[] base = bases.get(random.nextInt(bases.size()));
            byte[] input = mutator.mutate(base, bases.get(random.nextInt(bases.size())));
            Outcome outcome = outcome(input);
            if (outcome.failure() != null) {
                throw failed(input, outcome.failure());
            }
            if (outcome.accepted() && input.length <= LONGEST_ACCEPTED) {
                if (bases.size() < fixed + MOST_ACCEPTED) {
                    bases.add(input);
                } else {
                    bases.set(fixed + random.nextInt(MOST_ACCEPTED), input);
                }
            }
        }
    }

    /**
     * What became of an input.
     *
     * @param accepted the parser has returned
     * @param failure what it must not do; null when it has not done so
     */
    private record Outcome(boolean accepted, Throwable failure) {}

    private Outcome outcome(byte[] input) {
        Outcome outcome = null;
        long most = bound(input.length);
        long allocated = 0;
        // The first time, classes may be loaded, and caches filled.
        for (int time = 0; time < 2; time++) {
            byte[] copy = input.clone();
            long before = THREADS.getCurrentThreadAllocatedBytes();
            outcome = parsed(copy);
            allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            if (outcome.failure() != null || allocated <= most) {
                return outcome;
            }
        }
        String text = allocated + " bytes allocated for an input of " + input.length;
        return new Outcome(outcome.accepted(), new AssertionError(text + ", at most " + most));
    }

    private Outcome parsed(byte[] input) {
        try {
            parse(input);
            return new Outcome(true, null);
        } catch (Throwable e) {
            // Errors, too: a parser must not exhaust the stack or the heap.
            boolean fine = documented().stream().anyMatch(type -> type.isInstance(e));
            return new Outcome(false, fine ? null : e);
        }
    }

    private AssertionError failed(byte[] input, Throwable failure) {
        byte[] shortest = shortened(input, failure);
        String text = shortest.length + " bytes, kept in " + samples.keep(shortest);
        return new AssertionError(text + ": " + failure, failure);
    }

    /** Leaves out what a failure does not need. */
    private byte[] shortened(byte[] input, Throwable failure) {
        byte[] shortest = input;
        int left = MOST_SHORTENINGS;
        for (int piece = input.length / 2; piece > 0; piece /= 2) {
            for (int at = 0; at + piece <= shortest.length && left-- > 0; ) {
                byte[] shorter = Arrays.copyOf(shortest, shortest.length - piece);
                System.arraycopy(shortest, at + piece, shorter, at, shorter.length - at);
                Throwable other = outcome(shorter).failure();
                if (other != null && other.getClass() == failure.getClass()) {
                    shortest = shorter;
                } else {
                    at += piece;
                }
            }
        }
        return shortest;
    }
}
