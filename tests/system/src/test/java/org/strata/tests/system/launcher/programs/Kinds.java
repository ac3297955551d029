package org.strata.tests.system.launcher.programs;

import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Win;

import java.nio.DoubleBuffer;

/** Two ranks that move as many bytes with each kind of call. */
public final class Kinds {
    private Kinds() {}

    /**
     * Runs the program.
     *
     * @param args a directory
     */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm comm = MPI.COMM_WORLD;
        int rank = comm.getRank();
        int other = 1 - rank;
        double[] out = new double[100];
        double[] in = new double[100];
        DoubleBuffer to = MPI.newDoubleBuffer(100);
        DoubleBuffer from = MPI.newDoubleBuffer(100);
        Request receive = comm.iRecv(from, 100, MPI.DOUBLE, other, 1);
        Request send = comm.iSend(to, 100, MPI.DOUBLE, other, 1);
        Request.waitAll(new Request[] {receive, send});
        Prequest first = comm.recvInit(from, 100, MPI.DOUBLE, other, 2);
        Prequest second = comm.sendInit(to, 100, MPI.DOUBLE, other, 2);
        Prequest.startAll(new Prequest[] {first, second});
        second.waitFor();
        first.waitFor();
        first.free();
        second.free();
        comm.sendRecv(out, 100, MPI.DOUBLE, other, 3, in, 100, MPI.DOUBLE, other, 3);
        comm.sendRecvReplace(out, 100, MPI.DOUBLE, other, 4, other, 4);
        if (rank == 0) {
            comm.sSend(out, 100, MPI.DOUBLE, 1, 5);
            comm.send(out, 100, MPI.DOUBLE, MPI.PROC_NULL, 5);
        } else {
            Message message = new Message();
            message.mProbe(0, 5, comm);
            message.mRecv(in, 100, MPI.DOUBLE);
        }
        comm.bcast(out, 100, MPI.DOUBLE, 0);
        comm.allReduce(out, in, 100, MPI.DOUBLE, MPI.SUM);
        comm.allToAll(out, 50, MPI.DOUBLE, in, 50, MPI.DOUBLE);
        comm.allGatherv(out, 50, MPI.DOUBLE, in, new int[] {50, 50}, new int[] {0, 50}, MPI.DOUBLE);
        comm.iAllReduce(to, from, 100, MPI.DOUBLE, MPI.SUM).waitFor();
        windowAndFile(comm, out, args[0]);
        MPI.Finalize();
    }

    private static void windowAndFile(Intracomm comm, double[] out, String directory)
            throws Exception {
        int rank = comm.getRank();
        DoubleBuffer memory = MPI.newDoubleBuffer(100);
        Win window = new Win(memory, 100, 1, MPI.INFO_NULL, comm);
        window.fence(0);
        window.put(MPI.newDoubleBuffer(100), 100, MPI.DOUBLE, 1 - rank, 0, 100, MPI.DOUBLE);
        window.fence(0);
        window.free();
        int mode = MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE;
        File file = new File(comm, directory + "/kinds", mode);
        file.writeAt(800L * rank, out, 100, MPI.DOUBLE);
        file.readAtAll(800L * rank, out, 100, MPI.DOUBLE);
        file.close();
    }
}
