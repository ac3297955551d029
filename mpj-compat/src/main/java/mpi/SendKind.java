package mpi;

/** The modes of sends, each with its calls of the bindings. */
enum SendKind {
    STANDARD {
        @Override
        void send(org.strata.mpi.Comm comm, UserElements what, int dest, int tag)
                throws org.strata.mpi.MPIException {
            comm.send(what.buffer(), what.count(), what.type(), dest, tag);
        }

        @Override
        org.strata.mpi.Request start(org.strata.mpi.Comm comm, UserElements what, int dest, int tag)
                throws org.strata.mpi.MPIException {
            return comm.iSend(what.buffer(), what.count(), what.type(), dest, tag);
        }

        @Override
        org.strata.mpi.Prequest init(org.strata.mpi.Comm comm, UserElements what, int dest, int tag)
                throws org.strata.mpi.MPIException {
            return comm.sendInit(what.buffer(), what.count(), what.type(), dest, tag);
        }
    },
    BUFFERED {
        @Override
        void send(org.strata.mpi.Comm comm, UserElements what, int dest, int tag)
                throws org.strata.mpi.MPIException {
            comm.bSend(what.buffer(), what.count(), what.type(), dest, tag);
        }

        @Override
        org.strata.mpi.Request start(org.strata.mpi.Comm comm, UserElements what, int dest, int tag)
                throws org.strata.mpi.MPIException {
            return comm.ibSend(what.buffer(), what.count(), what.type(), dest, tag);
        }

        @Override
        org.strata.mpi.Prequest init(org.strata.mpi.Comm comm, UserElements what, int dest, int tag)
                throws org.strata.mpi.MPIException {
            return comm.bSendInit(what.buffer(), what.count(), what.type(), dest, tag);
        }
    },
    SYNCHRONOUS {
        @Override
        void send(org.strata.mpi.Comm comm, UserElements what, int dest, int tag)
                throws org.strata.mpi.MPIException {
            comm.sSend(what.buffer(), what.count(), what.type(), dest, tag);
        }

        @Override
        org.strata.mpi.Request start(org.strata.mpi.Comm comm, UserElements what, int dest, int tag)
                throws org.strata.mpi.MPIException {
            return comm.isSend(what.buffer(), what.count(), what.type(), dest, tag);
        }

        @Override
        org.strata.mpi.Prequest init(org.strata.mpi.Comm comm, UserElements what, int dest, int tag)
                throws org.strata.mpi.MPIException {
            return comm.sSendInit(what.buffer(), what.count(), what.type(), dest, tag);
        }
    },
    READY {
        @Override
        void send(org.strata.mpi.Comm comm, UserElements what, int dest, int tag)
                throws org.strata.mpi.MPIException {
            comm.rSend(what.buffer(), what.count(), what.type(), dest, tag);
        }

        @Override
        org.strata.mpi.Request start(org.strata.mpi.Comm comm, UserElements what, int dest, int tag)
                throws org.strata.mpi.MPIException {
            return comm.irSend(what.buffer(), what.count(), what.type(), dest, tag);
        }

        @Override
        org.strata.mpi.Prequest init(org.strata.mpi.Comm comm, UserElements what, int dest, int tag)
                throws org.strata.mpi.MPIException {
            return comm.rSendInit(what.buffer(), what.count(), what.type(), dest, tag);
        }
    };

    abstract void send(org.strata.mpi.Comm comm, UserElements what, int dest, int tag)
            throws org.strata.mpi.MPIException;

    abstract org.strata.mpi.Request start(
            org.strata.mpi.Comm comm, UserElements what, int dest, int tag)
            throws org.strata.mpi.MPIException;

    abstract org.strata.mpi.Prequest init(
            org.strata.mpi.Comm comm, UserElements what, int dest, int tag)
            throws org.strata.mpi.MPIException;
}
