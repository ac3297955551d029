package org.strata.tests.system.traffic;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * A round in which nothing blocks: sends in order, receives and probes in any order among them,
 * wildcards, receives that are cancelled, and every way to test and wait.
 */
final class Storm {
    /** A tag that is never sent: receives of it can only be cancelled. */
    private static final int NEVER = 999;

    private final Post post;
    private final Random random;
    private final int longest;
    private final Deque<Step> steps = new ArrayDeque<>();
    private final List<Open> open = new ArrayList<>();
    private final Ledger ledger = new Ledger();
    private int posted;

    private enum Kind {
        SEND,
        RECEIVE,
        CANCEL
    }

    private record Step(Kind kind, Letter letter) {}

    /** A request under way. */
    private record Open(Request request, Step step, int post, Parcel parcel) {}

    /**
     * @param random this rank's own: ranks differ in what they do when
     */
    Storm(Post post, Random random, int longest) {
        this.post = post;
        this.random = random;
        this.longest = longest;
    }

    void run(List<Letter> letters) throws MPIException {
        plan(letters);
        while (!steps.isEmpty()) {
            if (random.nextInt(3) > 0 || open.isEmpty()) {
                take(steps.poll());
            } else {
                test();
            }
        }
        while (!open.isEmpty()) {
            await();
        }
        ledger.check(letters.stream().filter(l -> l.to() == post.rank).toList());
    }

    private void plan(List<Letter> letters) {
        List<Step> sends = new ArrayList<>();
        List<Step> all = new ArrayList<>();
        for (Letter letter : letters) {
            if (letter.from() == post.rank) {
                sends.add(new Step(Kind.SEND, letter));
            }
            if (letter.to() == post.rank) {
                all.add(new Step(Kind.RECEIVE, letter));
                if (random.nextInt(10) == 0) {
                    all.add(new Step(Kind.CANCEL, letter));
                }
            }
        }
        all.addAll(sends);
        Collections.shuffle(all, random);
        // Whatever the shuffle did to them, sends keep their order.
        int next = 0;
        for (Step step : all) {
            steps.add(step.kind() == Kind.SEND ? sends.get(next++) : step);
        }
    }

    private void take(Step step) throws MPIException {
        switch (step.kind()) {
            case SEND -> {
                Parcel parcel = parcel(step.letter().out(), step.letter().bytes());
                parcel.fill(step.letter().id());
                open.add(new Open(post.iSend(step.letter(), parcel), step, 0, parcel));
            }
            case RECEIVE -> receive(step);
            case CANCEL -> cancel(step.letter());
        }
    }

    private static Parcel parcel(Shape shape, int bytes) {
        return new Parcel(shape, bytes);
    }

    private void receive(Step step) throws MPIException {
        Letter letter = step.letter();
        int source = letter.wantedSource();
        int tag = letter.wantedTag();
        Comm comm = post.comm(letter);
        switch (letter.how()) {
            case POSTED -> post(step, source, tag);
            case PERSISTENT -> {
                Parcel parcel = parcel(letter.in(), longest);
                Prequest request = post.recvInit(letter, parcel, source, tag);
                request.start();
                open.add(new Open(request, step, posted++, parcel));
            }
            case PROBED -> {
                Status status = comm.iProbe(source, tag);
                if (status == null) {
                    steps.addLast(step);
                } else {
                    post(step, status.getSource(), status.getTag());
                }
            }
            case MATCHED_PROBED -> {
                Message message = new Message();
                if (message.imProbe(source, tag, comm) == null) {
                    steps.addLast(step);
                } else {
                    Parcel parcel = parcel(letter.in(), longest);
                    open.add(new Open(post.imRecv(message, parcel), step, posted++, parcel));
                }
            }
        }
    }

    private void post(Step step, int source, int tag) throws MPIException {
        Parcel parcel = parcel(step.letter().in(), longest);
        Request request = post.iRecv(step.letter(), parcel, source, tag);
        open.add(new Open(request, step, posted++, parcel));
    }

    private void cancel(Letter letter) throws MPIException {
        Request request = post.iRecv(letter, parcel(Shape.DIRECT, 8), MPI.ANY_SOURCE, NEVER);
        request.cancel();
        if (!request.waitStatus().isCancelled()) {
            throw new AssertionError("a receive without a match was not cancelled");
        }
    }

    private Request[] requests() {
        return open.stream().map(Open::request).toArray(Request[]::new);
    }

    private void test() throws MPIException {
        switch (random.nextInt(3)) {
            case 0 -> {
                Status status = Request.testAnyStatus(requests());
                if (status != null) {
                    over(status.getIndex(), status);
                }
            }
            case 1 -> over(Request.testSomeStatus(requests()));
            default -> {
                int index = random.nextInt(open.size());
                Status status = open.get(index).request().testStatus();
                if (status != null) {
                    over(index, status);
                }
            }
        }
    }

    private void await() throws MPIException {
        switch (random.nextInt(4)) {
            case 0 -> {
                Status status = Request.waitAnyStatus(requests());
                over(status.getIndex(), status);
            }
            case 1 -> over(Request.waitSomeStatus(requests()));
            case 2 -> {
                int index = random.nextInt(open.size());
                over(index, open.get(index).request().waitStatus());
            }
            default -> {
                Status[] all = Request.waitAllStatus(requests());
                for (int i = all.length - 1; i >= 0; i--) {
                    over(i, all[i]);
                }
            }
        }
    }

    private void over(Status[] some) throws MPIException {
        List<Status> byIndex = new ArrayList<>(List.of(some));
        byIndex.sort((a, b) -> b.getIndex() - a.getIndex());
        for (Status status : byIndex) {
            over(status.getIndex(), status);
        }
    }

    private void over(int index, Status status) throws MPIException {
        Open ended = open.remove(index);
        if (ended.step().kind() == Kind.RECEIVE) {
            ledger.note(
                    ended.post(),
                    ended.step().letter(),
                    status.getSource(),
                    status.getTag(),
                    Post.bytes(status),
                    ended.parcel());
            if (ended.request() instanceof Prequest persistent) {
                persistent.free();
            }
        }
    }
}
