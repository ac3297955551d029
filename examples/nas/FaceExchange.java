package nas;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings the values of neighbours' points, two layers deep, into boxes: one message to and from
 * each neighbour, with the faces of all boxes; all are under way at once and waited for at once.
 */
final class FaceExchange {
    /** A box's face across a dimension, at its low or its high end. */
    record Face(Box box, int dimension, boolean high) {
        /** Returns the first of the layers: own ones, or those of the neighbour. */
        private int layer(boolean own) {
            if (high) {
                return box.size[dimension] - (own ? Box.GHOSTS : 0);
            }
            return own ? 0 : -Box.GHOSTS;
        }

        private int[] low(boolean own) {
            int[] corner = new int[Equations.DIMENSIONS];
            corner[dimension] = layer(own);
            return corner;
        }

        private int[] end(boolean own) {
            int[] corner = box.size.clone();
            corner[dimension] = layer(own) + Box.GHOSTS;
            return corner;
        }

        private int numbers() {
            int places = Box.GHOSTS;
            for (int d = 0; d < Equations.DIMENSIONS; d++) {
                places *= d == dimension ? 1 : box.size[d];
            }
            return Equations.VALUES * places;
        }
    }

    /** One message: the faces in it, and where it goes or comes from. */
    private record Parcel(int peer, int tag, List<Face> faces, DoubleBuffer buffer) {}

    private final Comm comm;
    private final MpiTimer timer;
    private final List<Parcel> outgoing = new ArrayList<>();
    private final List<Parcel> incoming = new ArrayList<>();

    FaceExchange(Comm comm, MpiTimer timer) {
        this.comm = comm;
        this.timer = timer;
    }

    /** Adds a message to a peer. */
    void send(int peer, int tag, List<Face> faces) {
        outgoing.add(parcel(peer, tag, faces));
    }

    /** Adds a message from a peer, whose faces fit these one by one. */
    void receive(int peer, int tag, List<Face> faces) {
        incoming.add(parcel(peer, tag, faces));
    }

    private static Parcel parcel(int peer, int tag, List<Face> faces) {
        int numbers = faces.stream().mapToInt(Face::numbers).sum();
        return new Parcel(peer, tag, faces, MPI.newDoubleBuffer(numbers));
    }

    void exchange() throws MPIException {
        Request[] requests = new Request[incoming.size() + outgoing.size()];
        int count = 0;
        timer.enter();
        for (Parcel parcel : incoming) {
            DoubleBuffer buffer = parcel.buffer.clear();
            requests[count++] =
                    comm.iRecv(buffer, buffer.capacity(), MPI.DOUBLE, parcel.peer, parcel.tag);
        }
        timer.leave();
        for (Parcel parcel : outgoing) {
            DoubleBuffer buffer = parcel.buffer.clear();
            for (Face face : parcel.faces) {
                Box box = face.box;
                box.pack(box.u, Equations.VALUES, face.low(true), face.end(true), buffer);
            }
        }
        timer.enter();
        for (Parcel parcel : outgoing) {
            DoubleBuffer buffer = parcel.buffer.clear();
            requests[count++] =
                    comm.iSend(buffer, buffer.capacity(), MPI.DOUBLE, parcel.peer, parcel.tag);
        }
        Request.waitAll(requests);
        timer.leave();
        for (Parcel parcel : incoming) {
            DoubleBuffer buffer = parcel.buffer.clear();
            for (Face face : parcel.faces) {
                Box box = face.box;
                box.unpack(box.u, Equations.VALUES, face.low(false), face.end(false), buffer);
            }
        }
    }
}
