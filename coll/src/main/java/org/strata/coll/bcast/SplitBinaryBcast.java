package org.strata.coll.bcast;

import org.strata.coll.base.Call;
import org.strata.coll.base.Flat;
import org.strata.coll.base.Parts;
import org.strata.coll.base.Tree;
import org.strata.opal.datatype.Buf;

/**
 * The halves of the message pass down two pipelined binary trees, one over the odd ranks, one over
 * the even ones (counted from the root); then neighbours exchange halves. Each rank sends little
 * more than the message.
 */
final class SplitBinaryBcast {
    private SplitBinaryBcast() {}

    static void run(Call call, Buf buffer, int root) {
        Flat flat = Flat.fromRoot(call, buffer, root);
        run(call, flat.bytes(), root, call.segment());
        flat.finish();
    }

    private static void run(Call call, Buf bytes, int root, long segment) {
        int size = call.size();
        int place = (call.rank() - root + size) % size;
        Parts halves = Parts.shares(bytes, 2);
        if (place == 0) {
            for (int half = 0; half < 2 && half + 1 < size; half++) {
                int[] head = {(half + 1 + root) % size};
                TreeBcast.run(call, halves.part(half), new Tree(-1, new int[0], head), segment);
            }
            if (lonely(size - 1, size)) {
                call.send(halves.part(1), (size - 1 + root) % size);
            }
            return;
        }
        int half = (place - 1) % 2;
        TreeBcast.run(call, halves.part(half), tree(place, size, root), segment);
        if (lonely(place, size)) {
            call.receive(halves.part(1), root);
        } else {
            int peer = ((half == 0 ? place + 1 : place - 1) + root) % size;
            call.exchange(halves.part(half), peer, halves.part(1 - half), peer);
        }
    }

    /** Returns whether a place is the last one and has no neighbour to exchange halves with. */
    private static boolean lonely(int place, int size) {
        return place == size - 1 && place % 2 == 1;
    }

    private static Tree tree(int place, int size, int root) {
        int half = (place - 1) % 2;
        int index = (place - 1) / 2;
        int members = (size - half) / 2;
        int parent = index == 0 ? 0 : place(half, (index - 1) / 2);
        int first = 2 * index + 1;
        int[] children = new int[Math.clamp(members - first, 0, 2)];
        for (int i = 0; i < children.length; i++) {
            children[i] = (place(half, first + i) + root) % size;
        }
        return new Tree((parent + root) % size, new int[0], children);
    }

    private static int place(int half, int index) {
        return 2 * index + 1 + half;
    }
}
