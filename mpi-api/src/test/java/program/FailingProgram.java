package program;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.nio.IntBuffer;

/** Calls that fail, made from outside of the package mpi as users' programs make them. */
public enum FailingProgram {
    /** A failed check of the call's own. */
    SEND("mpi.Comm", "send") {
        @Override
        public void run(Intracomm comm) throws MPIException {
            comm.send(new int[1], 1, MPI.INT, comm.getSize(), 0);
        }
    },

    /** A failure that the PML reports. */
    RECV("mpi.Comm", "recv") {
        @Override
        public void run(Intracomm comm) throws MPIException {
            comm.send(new int[2], 2, MPI.INT, comm.getRank(), 0);
            comm.recv(new int[1], 1, MPI.INT, comm.getRank(), 0);
        }
    },

    /** A failed check of a collective. */
    ALL_REDUCE("mpi.Comm", "allReduce") {
        @Override
        public void run(Intracomm comm) throws MPIException {
            comm.allReduce(new int[1], 1, MPI.INT, null);
        }
    },

    /** A failed check deep inside a call of a subclass. */
    CREATE_CART("mpi.Intracomm", "createCart") {
        @Override
        public void run(Intracomm comm) throws MPIException {
            comm.createCart(new int[] {1000}, new boolean[1], false);
        }
    },

    /** A failure that completes a request. */
    WAIT_ALL("mpi.Request", "waitAll") {
        @Override
        public void run(Intracomm comm) throws MPIException {
            Request receive = comm.iRecv(new int[1], 1, MPI.INT, comm.getRank(), 0);
            comm.send(new int[2], 2, MPI.INT, comm.getRank(), 0);
            Request.waitAll(new Request[] {receive});
        }
    },

    /** An exception that is none of MPI's. */
    I_SEND("mpi.Comm", "iSend") {
        @Override
        public void run(Intracomm comm) throws MPIException {
            comm.iSend(IntBuffer.allocate(1), 1, MPI.INT, 0, 0);
        }
    };

    /** The class whose method fails. */
    public final String type;

    /** The method that fails. */
    public final String method;

    FailingProgram(String type, String method) {
        this.type = type;
        this.method = method;
    }

    /** Makes an exception of the program's own. */
    public static MPIException own() {
        return new MPIException("of the program");
    }

    /** Makes the call. */
    public abstract void run(Intracomm comm) throws MPIException;
}
