package org.strata.io.posix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.testkit.Seed;

import java.util.Arrays;
import java.util.Random;

/** Who serves which part of a file, and when. */
class FileDomainsTest {
    @RegisterExtension final Seed seed = new Seed();

    /** Domains are whole pages, from the page of the first byte to that of the last. */
    @ParameterizedTest
    @CsvSource({
        "0, 1, 1, 0, 4096",
        "0, 4096, 1, 0, 4096",
        "0, 4097, 1, 0, 8192",
        "0, 4097, 2, 0, 4096",
        "0, 8193, 2, 0, 8192",
        "4095, 4096, 4, 0, 4096",
        "4096, 4097, 4, 4096, 4096",
        "5000, 5000, 3, 4096, 4096",
        "100, 40960, 3, 0, 16384"
    })
    void aDomainIsWholePages(long first, long end, int aggregators, long start, long length) {
        FileDomains domains = FileDomains.of(first, end, aggregators, 10_000);
        assertThat(domains).isEqualTo(new FileDomains(start, length, 10_000));
        assertThat(domains.domain(Math.max(first, end - 1))).isLessThan(aggregators);
    }

    /** The last window of a domain ends with it. */
    @Test
    void windowsDivideADomain() {
        FileDomains domains = new FileDomains(4096, 8192, 5000);
        assertThat(domains.domainStart(1)).isEqualTo(4096 + 8192);
        assertThat(domains.domain(4096 + 8191)).isZero();
        assertThat(domains.domain(4096 + 8192)).isEqualTo(1);
        assertThat(domains.windowOf(1, 4096 + 8192 + 4999)).isZero();
        assertThat(domains.windowOf(1, 4096 + 8192 + 5000)).isEqualTo(1);
        assertThat(domains.windowEnd(1, 0)).isEqualTo(4096 + 8192 + 5000);
        assertThat(domains.windowEnd(1, 1)).isEqualTo(4096 + 2 * 8192);
    }

    /** Every byte of an access is in one piece, with its place; no piece crosses a boundary. */
    @Test
    void piecesAreTheRunsCutAtWindows() {
        Random random = seed.random();
        for (int round = 0; round < 100; round++) {
            ExtentList runs = new ExtentList();
            int bytes = 60_000;
            long[] places = new long[bytes];
            long place = 1;
            boolean backwards = round % 2 == 0;
            int at = backwards ? bytes : 0;
            while (backwards ? at > 10_000 : at < bytes - 10_000) {
                int length = 1 + random.nextInt(9_000);
                int from = backwards ? at - length : at;
                runs.add(from, length);
                for (int i = 0; i < length; i++) {
                    places[from + i] = place++;
                }
                int gap = random.nextInt(1_000);
                at = backwards ? from - gap : at + length + gap;
            }
            int aggregators = 1 + random.nextInt(4);
            FileDomains domains =
                    FileDomains.of(
                            runs.first(), runs.end(), aggregators, 1 + random.nextInt(9_000));
            Pieces[] all = domains.distribute(runs, aggregators);
            for (int domain = 0; domain < aggregators; domain++) {
                check(domains, domain, all[domain], places);
            }
            assertThat(Arrays.stream(places).allMatch(missing -> missing == 0)).isTrue();
        }
    }

    private static void check(FileDomains domains, int domain, Pieces pieces, long[] places) {
        long before = -1;
        for (int i = 0; i < pieces.count(); i++) {
            long offset = pieces.offset(i);
            long last = offset + pieces.length(i) - 1;
            assertThat(offset).isGreaterThan(before);
            assertThat(domains.domain(offset)).isEqualTo(domain);
            assertThat(domains.domain(last)).isEqualTo(domain);
            assertThat(domains.windowOf(domain, last)).isEqualTo(domains.windowOf(domain, offset));
            int wrong = 0;
            for (long b = offset; b <= last; b++) {
                wrong += places[(int) b] == pieces.place(i) + b - offset + 1 ? 0 : 1;
                places[(int) b] = 0;
            }
            assertThat(wrong).isZero();
            before = last;
        }
    }

    /** Pieces are found window by window, at the rank and, from its numbers, at the aggregator. */
    @Test
    void piecesAreVisitedInTheirOrder() {
        Pieces mine = new Pieces();
        for (int i = 0; i < 9; i++) {
            mine.add(1000 - 100L * i, 10 + i, 7L * i);
        }
        mine.sort();
        Pieces theirs = new Pieces(mine.toNumbers());
        for (Pieces pieces : new Pieces[] {mine, theirs}) {
            assertThat(pieces.count()).isEqualTo(9);
            assertThat(pieces.nextOffset()).isEqualTo(200);
            assertThat(pieces.before(200)).isZero();
            assertThat(pieces.before(201)).isEqualTo(1);
            assertThat(pieces.before(400)).isEqualTo(2);
            assertThat(pieces.bytesTo(2)).isEqualTo(18 + 17);
            pieces.advance(2);
            assertThat(pieces.next()).isEqualTo(2);
            assertThat(pieces.nextOffset()).isEqualTo(400);
            assertThat(pieces.bytesTo(2)).isZero();
            assertThat(pieces.before(Long.MAX_VALUE)).isEqualTo(9);
            assertThat(pieces.length(8)).isEqualTo(10);
            pieces.advance(9);
            assertThat(pieces.nextOffset()).isEqualTo(Long.MAX_VALUE);
        }
        assertThat(mine.place(0)).isEqualTo(56);
        assertThat(mine.place(8)).isZero();
    }

    private static CommContext comm(String... hosts) {
        Proc[] procs = new Proc[hosts.length];
        for (int rank = 0; rank < hosts.length; rank++) {
            procs[rank] = new Proc(rank, hosts[rank], 0, false);
        }
        return new CommContext(9, 0, procs, 0);
    }

    /** Each host has an aggregator before one has two. */
    @Test
    void aggregatorsAreSpreadOverHosts() {
        CommContext comm = comm("b", "b", "a", "b", "a", "c");
        assertThat(Aggregators.hosts(comm)).isEqualTo(3);
        assertThat(Aggregators.choose(comm, 1)).containsExactly(0);
        assertThat(Aggregators.choose(comm, 4)).containsExactly(0, 2, 5, 1);
        assertThat(Aggregators.choose(comm, 6)).containsExactly(0, 2, 5, 1, 4, 3);
    }
}
