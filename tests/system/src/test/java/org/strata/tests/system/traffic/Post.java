package org.strata.tests.system.traffic;

import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

import java.nio.Buffer;
import java.util.EnumMap;
import java.util.Map;

/** The calls that carry letters, for any memory. */
final class Post {
    private static final int ATTACHED = 4 << 20;

    final Comm[] comms;
    final int rank;
    final int ranks;
    private final Map<Shape, Datatype> types = new EnumMap<>(Shape.class);

    Post(int communicators) throws MPIException {
        rank = MPI.COMM_WORLD.getRank();
        ranks = MPI.COMM_WORLD.getSize();
        comms = new Comm[communicators];
        comms[0] = MPI.COMM_WORLD;
        for (int i = 1; i < communicators; i++) {
            comms[i] = MPI.COMM_WORLD.dup();
        }
        for (Shape shape : Shape.values()) {
            types.put(shape, shape.datatype());
        }
        MPI.attachBuffer(new byte[ATTACHED]);
    }

    Datatype type(Shape shape) {
        return types.get(shape);
    }

    Comm comm(Letter letter) {
        return comms[letter.comm()];
    }

    /** Waits until every buffered message has left. */
    void flushBuffered() throws MPIException {
        MPI.attachBuffer(MPI.detachBuffer());
    }

    Request iSend(Letter letter, Parcel parcel) throws MPIException {
        Comm comm = comm(letter);
        Object at = parcel.memory;
        Datatype type = type(parcel.shape);
        int to = letter.to();
        int tag = letter.tag();
        if (at instanceof Buffer buffer) {
            return switch (letter.mode()) {
                case STANDARD -> comm.iSend(buffer, parcel.count(), type, to, tag);
                case SYNCHRONOUS -> comm.isSend(buffer, parcel.count(), type, to, tag);
                case BUFFERED -> comm.ibSend(buffer, parcel.count(), type, to, tag);
            };
        }
        return switch (letter.mode()) {
            case STANDARD -> comm.iSend(at, parcel.count(), type, to, tag);
            case SYNCHRONOUS -> comm.isSend(at, parcel.count(), type, to, tag);
            case BUFFERED -> comm.ibSend(at, parcel.count(), type, to, tag);
        };
    }

    void send(Letter letter, Parcel parcel) throws MPIException {
        Comm comm = comm(letter);
        Datatype type = type(parcel.shape);
        switch (letter.mode()) {
            case STANDARD ->
                    comm.send(parcel.memory, parcel.count(), type, letter.to(), letter.tag());
            case SYNCHRONOUS ->
                    comm.sSend(parcel.memory, parcel.count(), type, letter.to(), letter.tag());
            case BUFFERED ->
                    comm.bSend(parcel.memory, parcel.count(), type, letter.to(), letter.tag());
        }
    }

    Prequest sendInit(Letter letter, Parcel parcel) throws MPIException {
        Datatype type = type(parcel.shape);
        int count = parcel.count();
        return parcel.memory instanceof Buffer buffer
                ? comm(letter).rSendInit(buffer, count, type, letter.to(), letter.tag())
                : comm(letter).rSendInit(parcel.memory, count, type, letter.to(), letter.tag());
    }

    Request irSend(Letter letter, Parcel parcel) throws MPIException {
        Datatype type = type(parcel.shape);
        int count = parcel.count();
        return parcel.memory instanceof Buffer buffer
                ? comm(letter).irSend(buffer, count, type, letter.to(), letter.tag())
                : comm(letter).irSend(parcel.memory, count, type, letter.to(), letter.tag());
    }

    Request iRecv(Letter letter, Parcel parcel, int source, int tag) throws MPIException {
        Datatype type = type(parcel.shape);
        return parcel.memory instanceof Buffer buffer
                ? comm(letter).iRecv(buffer, parcel.count(), type, source, tag)
                : comm(letter).iRecv(parcel.memory, parcel.count(), type, source, tag);
    }

    Prequest recvInit(Letter letter, Parcel parcel, int source, int tag) throws MPIException {
        Datatype type = type(parcel.shape);
        return parcel.memory instanceof Buffer buffer
                ? comm(letter).recvInit(buffer, parcel.count(), type, source, tag)
                : comm(letter).recvInit(parcel.memory, parcel.count(), type, source, tag);
    }

    Request imRecv(Message message, Parcel parcel) throws MPIException {
        Datatype type = type(parcel.shape);
        return parcel.memory instanceof Buffer buffer
                ? message.imRecv(buffer, parcel.count(), type)
                : message.imRecv(parcel.memory, parcel.count(), type);
    }

    Status recv(Letter letter, Parcel parcel, int source, int tag) throws MPIException {
        Datatype type = type(parcel.shape);
        return comm(letter).recv(parcel.memory, parcel.count(), type, source, tag);
    }

    /** Returns the data bytes that a receive got. */
    static int bytes(Status status) throws MPIException {
        return status.getElements(MPI.BYTE);
    }

    /** Fails when a message is left over: everybody has received what was planned. */
    void nothingIsLeft() throws MPIException {
        for (Comm comm : comms) {
            if (comm.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG) != null) {
                throw new AssertionError("rank " + rank + " got a message that was not planned");
            }
        }
    }
}
