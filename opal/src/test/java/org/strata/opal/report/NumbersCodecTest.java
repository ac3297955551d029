package org.strata.opal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.strata.opal.report.NumbersCodec.DamagedException;
import org.strata.opal.report.RankNumbers.Activity;
import org.strata.opal.report.RankNumbers.Call;
import org.strata.opal.report.RankNumbers.Comm;
import org.strata.opal.report.RankNumbers.Peer;
import org.strata.opal.report.RankNumbers.Site;
import org.strata.opal.report.RankNumbers.Size;
import org.strata.opal.report.RankNumbers.State;
import org.strata.opal.report.RankNumbers.Times;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Numbers of a rank as bytes. */
class NumbersCodecTest {
    private static RankNumbers numbers(int peers, int values) {
        List<Peer> all = new ArrayList<>();
        for (int i = 0; i < peers; i++) {
            all.add(new Peer(i, i, Long.MAX_VALUE - i, 3, 4, 5L << 40, "shm tcp(eth0)"));
        }
        Map<String, Long> named = new LinkedHashMap<>();
        for (int i = 0; i < values; i++) {
            named.put("pml_ob1_something_" + i, -1L + i);
        }
        return new RankNumbers(
                7,
                State.FINAL,
                new Times(1_000_000_007, 400, 300, 2),
                List.of(new Call("MPI_Send", 5, 40, 77, 3, 1)),
                List.of(new Site("MPI_Recv", "Ä.b(\"><script>:3)", 2, 90, RankNumbers.SEVERAL, 4)),
                all,
                List.of(new Size("eager", 4, 5, 40)),
                List.of(new Comm("\"><script>", 4, 5, 40)),
                new Activity(100, new long[] {1, 2}, new long[] {0, Long.MAX_VALUE}),
                named,
                Map.of("cpus", "0-1"));
    }

    private static byte[] encode(RankNumbers numbers) {
        return NumbersCodec.encode(numbers, NumbersFile.CAPACITY);
    }

    @Test
    void whatIsReadIsWhatWasWritten() throws DamagedException {
        RankNumbers written = numbers(9, 20);
        RankNumbers read = NumbersCodec.decode(encode(written));
        assertThat(read).usingRecursiveComparison().isEqualTo(written);
    }

    @Test
    void theFirstEntriesOfListsThatAreTooLongAreKept() throws DamagedException {
        RankNumbers written = numbers(3_000, 3_000);
        byte[] bytes = encode(written);
        assertThat(bytes).hasSizeLessThanOrEqualTo(NumbersFile.CAPACITY);
        RankNumbers read = NumbersCodec.decode(bytes);
        assertThat(read.times()).isEqualTo(written.times());
        assertThat(read.calls()).isEqualTo(written.calls());
        assertThat(read.peers())
                .hasSizeGreaterThan(100)
                .isEqualTo(written.peers().subList(0, read.peers().size()));
    }

    /** What a rank leaves may be anything: its program can write to the file, too. */
    @Test
    void damagedBytesAreRefusedOrRead() {
        byte[] whole = encode(numbers(20, 20));
        Random random = new Random(42);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = Arrays.copyOf(whole, 1 + random.nextInt(whole.length));
            for (int change = random.nextInt(4); change >= 0; change--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            try {
                NumbersCodec.decode(damaged);
            } catch (DamagedException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(10_000);
        assertThatThrownBy(() -> NumbersCodec.decode(new byte[0]))
                .isInstanceOf(DamagedException.class);
    }

    /** Each list is halved until all fit: the times stay, whatever the room. */
    @Test
    void listsAreShortenedAsFarAsTheRoomAsksFor() throws DamagedException {
        RankNumbers written = numbers(64, 64);
        int whole = NumbersCodec.encode(written, Integer.MAX_VALUE).length;
        assertThat(NumbersCodec.decode(NumbersCodec.encode(written, whole)).peers()).hasSize(64);
        RankNumbers half = NumbersCodec.decode(NumbersCodec.encode(written, whole - 1));
        assertThat(half.peers()).isEqualTo(written.peers().subList(0, 32));
        assertThat(half.values()).hasSize(32).containsKeys("pml_ob1_something_0");
        RankNumbers least = NumbersCodec.decode(NumbersCodec.encode(written, 1));
        assertThat(least.times()).isEqualTo(written.times());
        assertThat(least.peers()).isEmpty();
        assertThat(least.calls()).isEmpty();
        assertThat(least.activity().mpi()).containsExactly(1, 2);
    }

    private static RankNumbers called(String name) {
        return new RankNumbers(
                7,
                State.FINAL,
                new Times(0, 0, 0, 0),
                List.of(new Call(name, 5, 40, 77, 3, 1)),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                new Activity(100, new long[0], new long[0]),
                Map.of(),
                Map.of());
    }

    @Test
    void longTextsAreCut() throws DamagedException {
        for (int length : new int[] {0, 1, 299, 300, 301, 10_000}) {
            RankNumbers read = NumbersCodec.decode(encode(called("ä".repeat(length))));
            assertThat(read.calls().getFirst().name()).isEqualTo("ä".repeat(Math.min(300, length)));
        }
    }

    /** Each is one change to bytes that are read: version, rank, state, and a list's length. */
    @Test
    void damageIsSaid() throws DamagedException {
        byte[] whole = encode(called("x"));
        assertThat(NumbersCodec.decode(whole).rank()).isEqualTo(7);
        assertThatThrownBy(() -> NumbersCodec.decode(changed(whole, 0, 2)))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("version");
        assertThatThrownBy(() -> NumbersCodec.decode(changed(whole, 2, 100)))
                .isInstanceOf(DamagedException.class);
        assertThatThrownBy(() -> NumbersCodec.decode(changed(whole, 7, whole.length - 7)))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("list of " + (whole.length - 7));
        byte[] endless = new byte[12];
        Arrays.fill(endless, (byte) -1);
        assertThatThrownBy(() -> NumbersCodec.decode(endless))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("without end");
        byte[] large = {1, -1, -1, -1, -1, 127, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        assertThatThrownBy(() -> NumbersCodec.decode(large))
                .as("a rank of 35 bits")
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("number");
    }

    private static byte[] changed(byte[] whole, int at, int value) {
        byte[] changed = whole.clone();
        changed[at] = (byte) value;
        return changed;
    }
}
