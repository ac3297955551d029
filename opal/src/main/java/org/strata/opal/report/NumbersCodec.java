package org.strata.opal.report;

import org.strata.opal.report.RankNumbers.Activity;
import org.strata.opal.report.RankNumbers.Call;
import org.strata.opal.report.RankNumbers.Comm;
import org.strata.opal.report.RankNumbers.Peer;
import org.strata.opal.report.RankNumbers.Site;
import org.strata.opal.report.RankNumbers.Size;
import org.strata.opal.report.RankNumbers.State;
import org.strata.opal.report.RankNumbers.Times;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Writes and reads the numbers of a rank as bytes. Numbers have variable length (seven bits a byte,
 * the lowest first); lists and texts begin with their length. Both ends have the same version.
 */
public final class NumbersCodec {
    private static final int VERSION = 1;
    private static final int LONGEST_TEXT = 300;
    private static final int PAYLOAD_BITS = 7;
    private static final int MORE = 1 << PAYLOAD_BITS;

    private NumbersCodec() {}

    /** What was read is not what a rank writes. */
    public static final class DamagedException extends Exception {
        private static final long serialVersionUID = 1L;

        DamagedException(String message) {
            super(message);
        }
    }

    /**
     * Returns the numbers as at most so many bytes: of what is too long the first entries of each
     * list are kept, so that the most important ones come first.
     */
    public static byte[] encode(RankNumbers numbers, int capacity) {
        int most = Integer.MAX_VALUE / 2;
        byte[] bytes = new Writer().write(numbers, most);
        int longest = longestList(numbers);
        for (most = longest; bytes.length > capacity && most > 0; most /= 2) {
            bytes = new Writer().write(numbers, most);
        }
        return bytes.length <= capacity ? bytes : new Writer().write(numbers, 0);
    }

    private static int longestList(RankNumbers numbers) {
        int lists = Math.max(numbers.peers().size(), numbers.sites().size());
        return Math.max(lists, numbers.values().size());
    }

    /**
     * Reads numbers.
     *
     * @throws DamagedException when the bytes are none that {@link #encode} returns
     */
    public static RankNumbers decode(byte[] bytes) throws DamagedException {
        try {
            return new Reader(bytes).read();
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new DamagedException("its numbers are damaged: " + e.getMessage());
        }
    }

    private static final class Writer {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        byte[] write(RankNumbers numbers, int most) {
            number(VERSION);
            number(numbers.rank());
            number(numbers.state().ordinal());
            Times times = numbers.times();
            numbers(times.elapsed(), times.mpi(), times.waiting(), times.cost());
            list(
                    numbers.calls(),
                    most,
                    call -> {
                        text(call.name());
                        numbers(
                                call.calls(),
                                call.bytes(),
                                call.time(),
                                call.error(),
                                call.waiting());
                    });
            list(
                    numbers.sites(),
                    most,
                    site -> {
                        text(site.call());
                        text(site.place());
                        numbers(site.waits(), site.waiting(), site.peer(), site.sampled());
                    });
            list(
                    numbers.peers(),
                    most,
                    peer -> {
                        numbers(peer.rank(), peer.sent(), peer.sentBytes());
                        numbers(peer.received(), peer.receivedBytes(), peer.waiting());
                        text(peer.link());
                    });
            list(
                    numbers.sizes(),
                    most,
                    size -> {
                        text(size.protocol());
                        numbers(size.bits(), size.messages(), size.bytes());
                    });
            list(
                    numbers.comms(),
                    most,
                    comm -> {
                        text(comm.name());
                        numbers(comm.size(), comm.messages(), comm.bytes());
                    });
            Activity activity = numbers.activity();
            numbers(activity.width(), activity.mpi().length);
            numbers(activity.mpi());
            numbers(activity.waiting());
            list(
                    List.copyOf(numbers.values().entrySet()),
                    most,
                    value -> {
                        text(value.getKey());
                        number(value.getValue());
                    });
            list(
                    List.copyOf(numbers.facts().entrySet()),
                    most,
                    fact -> {
                        text(fact.getKey());
                        text(fact.getValue());
                    });
            return out.toByteArray();
        }

        private <T> void list(List<T> all, int most, Consumer<T> each) {
            List<T> kept = all.subList(0, Math.min(all.size(), most));
            number(kept.size());
            kept.forEach(each);
        }

        private void numbers(long... values) {
            for (long value : values) {
                number(value);
            }
        }

        private void number(long value) {
            long rest = value;
            while ((rest & -MORE) != 0) {
                out.write((int) (rest & (MORE - 1)) | MORE);
                rest >>>= PAYLOAD_BITS;
            }
            out.write((int) rest);
        }

        private void text(String text) {
            String kept = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text;
            byte[] bytes = kept.getBytes(StandardCharsets.UTF_8);
            number(bytes.length);
            out.writeBytes(bytes);
        }
    }

    private static final class Reader {
        private final byte[] in;
        private int at;

        Reader(byte[] in) {
            this.in = in;
        }

        RankNumbers read() {
            if (number() != VERSION) {
                throw new IllegalArgumentException("another version");
            }
            int rank = small();
            State state = State.values()[small()];
            Times times = new Times(number(), number(), number(), number());
            List<Call> calls =
                    list(() -> new Call(text(), number(), number(), number(), number(), number()));
            List<Site> sites =
                    list(() -> new Site(text(), text(), number(), number(), small(), number()));
            List<Peer> peers =
                    list(() ->
                            new Peer(
                                    small(), number(), number(), number(), number(), number(),
                                    text()));
            List<Size> sizes = list(() -> new Size(text(), small(), number(), number()));
            List<Comm> comms = list(() -> new Comm(text(), small(), number(), number()));
            Activity activity = activity();
            Map<String, Long> values = new LinkedHashMap<>();
            list(() -> values.put(text(), number()));
            Map<String, String> facts = new LinkedHashMap<>();
            list(() -> facts.put(text(), text()));
            return new RankNumbers(
                    rank, state, times, calls, sites, peers, sizes, comms, activity, values, facts);
        }

        private Activity activity() {
            long width = number();
            int count = count();
            return new Activity(width, numbers(count), numbers(count));
        }

        private <T> List<T> list(Supplier<T> each) {
            List<T> all = new ArrayList<>();
            for (int count = count(); count > 0; count--) {
                all.add(each.get());
            }
            return all;
        }

        /** An entry has a byte at least: no list is longer than what is left. */
        private int count() {
            long count = number();
            if (count < 0 || count > in.length - at) {
                throw new IllegalArgumentException("list of " + count + " entries");
            }
            return (int) count;
        }

        private long[] numbers(int count) {
            long[] values = new long[count];
            for (int i = 0; i < count; i++) {
                values[i] = number();
            }
            return values;
        }

        private int small() {
            long value = number();
            if (value != (int) value) {
                throw new IllegalArgumentException("number " + value);
            }
            return (int) value;
        }

        private long number() {
            long value = 0;
            for (int shift = 0; shift < Long.SIZE; shift += PAYLOAD_BITS) {
                byte next = in[at++];
                value |= (long) (next & (MORE - 1)) << shift;
                if (next >= 0) {
                    return value;
                }
            }
            throw new IllegalArgumentException("number without end");
        }

        private String text() {
            int length = count();
            String text = new String(in, at, length, StandardCharsets.UTF_8);
            at += length;
            return text;
        }
    }
}
