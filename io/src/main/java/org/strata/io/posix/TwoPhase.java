package org.strata.io.posix;

import org.strata.mca.io.IoFailure;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

import java.util.ArrayList;
import java.util.List;

/**
 * The exchange of a collective access between ranks and aggregators. Every rank is a member, which
 * has data; some are aggregators, too, which access the file. In each round a member exchanges one
 * message with every aggregator in whose current window it has pieces; rounds in which a rank has
 * nothing to do do not exist for it.
 *
 * <p>The methods that take long (<i>background</i>) run in another thread than those that post
 * messages, never at the same time.
 */
final class TwoPhase {
    private final AccessPlan plan;
    private final int size;
    private final int[] aggregators;
    private final FileDomains domains;
    private final Buf buf;

    /** This rank's pieces by domain. */
    private Pieces[] mine;

    /** Which domain this rank serves; -1: none. */
    private final int served;

    private final long[] pieceCounts;
    private long[][] lists;
    private long[][] ownLists;

    /** The pieces of every rank in the domain that this rank serves. */
    private Pieces[] theirs;

    // The current round.
    private StreamData data;
    private FileStaging.Block outgoing;
    private FileStaging.Block incoming;
    private AggregatorWindow window;
    private int[] myEnds;
    private int[] theirEnds;
    private final List<Part> receives = new ArrayList<>();
    private final List<Part> sends = new ArrayList<>();
    private PmlRequest[] answers;
    private long[] answered;

    private long transferred;
    private IoFailure failure;

    /** A message of the round: to or from a rank. */
    private record Part(Buf data, int rank) {}

    TwoPhase(AccessPlan plan, int rank, int size, int[] aggregators, FileDomains domains, Buf buf) {
        this.plan = plan;
        this.size = size;
        this.aggregators = aggregators;
        this.domains = domains;
        this.buf = buf;
        this.served = indexOf(rank, aggregators);
        this.pieceCounts = new long[served < 0 ? 0 : size];
    }

    private static int indexOf(int rank, int[] ranks) {
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] == rank) {
                return i;
            }
        }
        return -1;
    }

    // ---- Who accesses what.

    /** Divides this rank's runs among the domains. Background. */
    void divide(ExtentList runs) {
        mine = domains.distribute(runs, aggregators.length);
        ownLists = new long[mine.length][];
        for (int i = 0; i < mine.length; i++) {
            ownLists[i] = mine[i].toNumbers();
        }
        data = new StreamData(buf, plan.view().converts(), plan.write(), plan.staging());
    }

    void startCounts(MessageGroup messages) {
        for (int source = 0; source < pieceCounts.length; source++) {
            Buf count = new Buf(pieceCounts, (long) source * Long.BYTES, 1, BlockingExchanges.LONG);
            messages.receive(count, source);
        }
        for (int i = 0; i < aggregators.length; i++) {
            messages.send(numbers(new long[] {mine[i].count()}), aggregators[i]);
        }
    }

    private static Buf numbers(long[] numbers) {
        return new Buf(numbers, 0, numbers.length, BlockingExchanges.LONG);
    }

    /** Allocates memory for the other ranks' lists, whose lengths are known now. Background. */
    void prepareLists() {
        lists = new long[pieceCounts.length][];
        for (int source = 0; source < lists.length; source++) {
            lists[source] = new long[2 * (int) pieceCounts[source]];
        }
    }

    void startLists(MessageGroup messages) {
        for (int source = 0; source < lists.length; source++) {
            if (lists[source].length > 0) {
                messages.receive(numbers(lists[source]), source);
            }
        }
        for (int i = 0; i < aggregators.length; i++) {
            if (ownLists[i].length > 0) {
                messages.send(numbers(ownLists[i]), aggregators[i]);
            }
        }
    }

    /** Prepares the first round. Background. */
    void begin() {
        ownLists = null;
        theirs = new Pieces[lists.length];
        for (int source = 0; source < lists.length; source++) {
            theirs[source] = new Pieces(lists[source]);
            lists[source] = null;
        }
        prepareWindow();
    }

    // ---- One round.

    /** Returns whether a round is prepared. */
    boolean hasWindow() {
        return myEnds != null;
    }

    /** Prepares the messages of the next round, if there is one, and ends the data if not. */
    private void prepareWindow() {
        long index = nextWindow();
        if (index == Long.MAX_VALUE) {
            myEnds = null;
            data.complete(transferred);
            data.close();
            return;
        }
        myEnds = new int[mine.length];
        long most = 0;
        for (int i = 0; i < mine.length; i++) {
            myEnds[i] = mine[i].before(domains.windowEnd(i, index));
            most += mine[i].bytesTo(myEnds[i]);
        }
        theirEnds = new int[theirs.length];
        long theirMost = 0;
        for (int source = 0; source < theirs.length; source++) {
            theirEnds[source] = theirs[source].before(domains.windowEnd(served, index));
            theirMost += theirs[source].bytesTo(theirEnds[source]);
        }
        FileStaging.Block own = most > 0 ? plan.staging().take(most) : null;
        FileStaging.Block others = theirMost > 0 ? plan.staging().take(theirMost) : null;
        window =
                others == null
                        ? null
                        : new AggregatorWindow(plan.file(), plan.staging(), theirs, theirEnds);
        outgoing = plan.write() ? own : others;
        incoming = plan.write() ? others : own;
        if (plan.write()) {
            prepareWrite();
        } else {
            prepareRead();
        }
    }

    /** Returns the next window of any domain in which this rank has something to do. */
    private long nextWindow() {
        long index = Long.MAX_VALUE;
        for (int i = 0; i < mine.length; i++) {
            index = Math.min(index, nextWindow(mine[i], i));
        }
        for (Pieces each : theirs) {
            index = Math.min(index, nextWindow(each, served));
        }
        return index;
    }

    private long nextWindow(Pieces pieces, int domain) {
        long offset = pieces.nextOffset();
        return offset == Long.MAX_VALUE ? offset : domains.windowOf(domain, offset);
    }

    private static Part part(long address, long length, int rank) {
        return new Part(new Buf().setBytes(address, length), rank);
    }

    private void prepareWrite() {
        long at = incoming == null ? 0 : incoming.address();
        for (int source = 0; source < theirs.length; source++) {
            long length = theirs[source].bytesTo(theirEnds[source]);
            if (length > 0) {
                receives.add(part(at, length, source));
                at += length;
            }
        }
        at = outgoing == null ? 0 : outgoing.address();
        for (int i = 0; i < mine.length; i++) {
            long begin = at;
            for (int p = mine[i].next(); p < myEnds[i]; p++) {
                data.pack(mine[i].place(p), at, mine[i].length(p));
                at += mine[i].length(p);
            }
            if (at > begin) {
                sends.add(part(begin, at - begin, aggregators[i]));
            }
        }
    }

    private void prepareRead() {
        long at = incoming == null ? 0 : incoming.address();
        for (int i = 0; i < mine.length; i++) {
            long length = mine[i].bytesTo(myEnds[i]);
            if (length > 0) {
                receives.add(part(at, length, aggregators[i]));
                at += length;
            }
        }
        if (window != null) {
            attempt(window::read);
            fillAnswers();
        }
    }

    /** Copies what was read; after a failure messages are empty: the members wait for them. */
    private void fillAnswers() {
        long at = outgoing.address();
        for (int source = 0; source < size; source++) {
            if (theirEnds[source] > theirs[source].next()) {
                long length =
                        failure != null ? 0 : window.copyTo(theirs[source], theirEnds[source], at);
                sends.add(part(at, length, source));
                at += length;
            }
        }
    }

    /** Posts the messages of the round that is prepared. */
    void startWindow(MessageGroup messages) {
        answers = new PmlRequest[receives.size()];
        for (int i = 0; i < answers.length; i++) {
            answers[i] = messages.receive(receives.get(i).data, receives.get(i).rank);
        }
        for (Part each : sends) {
            messages.send(each.data, each.rank);
        }
    }

    /** Takes from the messages, all of which are complete, what is needed of them. */
    void noteAnswers() {
        answered = new long[answers.length];
        for (int i = 0; i < answered.length; i++) {
            answered[i] = answers[i].bytes;
        }
        answers = null;
    }

    /** Ends a round, and prepares the next one. Background. */
    void endWindow() {
        if (plan.write()) {
            endWrite();
        } else {
            endRead();
        }
        for (int i = 0; i < mine.length; i++) {
            mine[i].advance(myEnds[i]);
        }
        for (int source = 0; source < theirs.length; source++) {
            theirs[source].advance(theirEnds[source]);
        }
        receives.clear();
        sends.clear();
        close(outgoing);
        close(incoming);
        if (window != null) {
            window.close();
        }
        prepareWindow();
    }

    private static void close(FileStaging.Block block) {
        if (block != null) {
            block.close();
        }
    }

    private void endWrite() {
        for (int i = 0; i < mine.length; i++) {
            transferred += mine[i].bytesTo(myEnds[i]);
        }
        if (window != null) {
            long at = incoming.address();
            for (int source = 0; source < size; source++) {
                window.fill(theirs[source], theirEnds[source], at);
                at += theirs[source].bytesTo(theirEnds[source]);
            }
            attempt(window::write);
        }
    }

    private void endRead() {
        long at = incoming == null ? 0 : incoming.address();
        int answer = 0;
        for (int i = 0; i < mine.length; i++) {
            long length = mine[i].bytesTo(myEnds[i]);
            if (length > 0) {
                unpack(mine[i], myEnds[i], at, answered[answer++]);
                at += length;
            }
        }
    }

    private void unpack(Pieces pieces, int end, long message, long bytes) {
        long done = 0;
        for (int p = pieces.next(); p < end && done < bytes; p++) {
            long length = Math.min(pieces.length(p), bytes - done);
            data.unpack(message + done, pieces.place(p), length);
            done += length;
        }
        transferred += done;
    }

    /** Accesses the file, unless that has failed before. */
    private void attempt(BlockingExchanges.Attempt access) {
        if (failure == null) {
            try {
                access.run();
            } catch (IoFailure e) {
                failure = e;
            }
        }
    }

    // ---- The end.

    /** Returns the return code of this aggregator's accesses. */
    int rc() {
        return failure == null ? Rc.OK : failure.rc();
    }

    /** Returns errno of this aggregator's first failure; 0 for none. */
    int errno() {
        return failure == null ? 0 : failure.errno();
    }

    /** Returns the text of this aggregator's first failure. */
    String failure() {
        return failure.getMessage();
    }

    /** Returns the bytes of this rank that were transferred. */
    long transferred() {
        return transferred;
    }
}
