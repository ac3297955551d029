package org.strata.tests.system.traffic;

import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;

import java.util.ArrayList;
import java.util.List;

/**
 * A round in which every receive is posted before any message is sent in ready mode: twice, with
 * the same persistent receives, and with persistent sends the first time.
 */
final class Parade {
    private static final int TIMES = 2;

    private final Post post;
    private final int longest;
    private final List<Letter> incoming = new ArrayList<>();
    private final List<Parcel> parcels = new ArrayList<>();
    private final List<Prequest> receives = new ArrayList<>();
    private final List<Letter> outgoing = new ArrayList<>();
    private final List<Prequest> sends = new ArrayList<>();

    Parade(Post post, int longest) {
        this.post = post;
        this.longest = longest;
    }

    void run(List<Letter> letters) throws MPIException {
        for (Letter letter : letters) {
            if (letter.to() == post.rank) {
                Parcel parcel = new Parcel(letter.in(), longest);
                incoming.add(letter);
                parcels.add(parcel);
                receives.add(post.recvInit(letter, parcel, letter.from(), letter.tag()));
            }
            if (letter.from() == post.rank) {
                Parcel parcel = new Parcel(letter.out(), letter.bytes()).fill(letter.id());
                sends.add(post.sendInit(letter, parcel));
                outgoing.add(letter);
            }
        }
        Prequest[] in = receives.toArray(new Prequest[0]);
        for (int i = 0; i < TIMES; i++) {
            Prequest.startAll(in);
            MPI.COMM_WORLD.barrier();
            send(i == 0);
            check(in);
            MPI.COMM_WORLD.barrier();
        }
        free(receives);
        free(sends);
    }

    private void send(boolean persistent) throws MPIException {
        if (persistent) {
            Prequest[] all = sends.toArray(new Prequest[0]);
            Prequest.startAll(all);
            Request.waitAll(all);
            return;
        }
        List<Request> started = new ArrayList<>();
        for (Letter letter : outgoing) {
            Parcel parcel = new Parcel(letter.out(), letter.bytes()).fill(letter.id());
            started.add(post.irSend(letter, parcel));
        }
        Request.waitAll(started.toArray(new Request[0]));
    }

    private void check(Prequest[] in) throws MPIException {
        Request.waitAll(in);
        for (int i = 0; i < incoming.size(); i++) {
            parcels.get(i).check(incoming.get(i).id(), incoming.get(i).bytes());
            parcels.get(i).clear();
        }
    }

    private static void free(List<Prequest> requests) throws MPIException {
        for (Prequest request : requests) {
            request.free();
        }
    }
}
