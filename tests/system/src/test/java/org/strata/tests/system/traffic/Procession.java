package org.strata.tests.system.traffic;

import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Status;

import java.util.List;

/**
 * A round of blocking calls only. All ranks go through the letters in the same order, so that each
 * is sent and received before its two ranks go on: no cycle of waiting.
 */
final class Procession {
    private final Post post;
    private final int longest;

    Procession(Post post, int longest) {
        this.post = post;
        this.longest = longest;
    }

    void run(List<Letter> letters) throws MPIException {
        for (Letter letter : letters) {
            if (letter.from() == post.rank && letter.to() == post.rank) {
                toMyself(letter);
            } else if (letter.from() == post.rank) {
                post.send(letter, new Parcel(letter.out(), letter.bytes()).fill(letter.id()));
            } else if (letter.to() == post.rank) {
                Parcel parcel = new Parcel(letter.in(), longest);
                check(letter, receive(letter, parcel), parcel);
            }
        }
    }

    private void toMyself(Letter letter) throws MPIException {
        Parcel parcel = new Parcel(letter.in(), longest);
        Request request = post.iRecv(letter, parcel, letter.from(), letter.tag());
        post.send(letter, new Parcel(letter.out(), letter.bytes()).fill(letter.id()));
        check(letter, request.waitStatus(), parcel);
    }

    private Status receive(Letter letter, Parcel parcel) throws MPIException {
        int source = letter.from();
        int tag = letter.wantedTag();
        switch (letter.how()) {
            case PROBED -> {
                Status status = post.comm(letter).probe(source, tag);
                check(letter, status);
                return post.recv(letter, parcel, status.getSource(), status.getTag());
            }
            case MATCHED_PROBED -> {
                Message message = new Message();
                check(letter, message.mProbe(source, tag, post.comm(letter)));
                return message.mRecv(parcel.memory, parcel.count(), post.type(parcel.shape));
            }
            default -> {
                return post.recv(letter, parcel, source, tag);
            }
        }
    }

    private static void check(Letter letter, Status status) throws MPIException {
        if (status.getSource() != letter.from()
                || status.getTag() != letter.tag()
                || Post.bytes(status) != letter.bytes()) {
            throw new AssertionError(
                    letter
                            + " came as source "
                            + status.getSource()
                            + ", tag "
                            + status.getTag()
                            + ", bytes "
                            + Post.bytes(status));
        }
    }

    private static void check(Letter letter, Status status, Parcel parcel) throws MPIException {
        check(letter, status);
        parcel.check(letter.id(), letter.bytes());
    }
}
