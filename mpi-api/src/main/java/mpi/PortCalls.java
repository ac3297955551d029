package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;

/** Connecting groups of processes by ports and published names (MPI 3.1 §10.4). */
final class PortCalls {
    private PortCalls() {}

    static String open() throws MPIException {
        MpiRuntime runtime = MpiRuntime.current();
        long port = PortName.newChannel();
        runtime.letters.openPort(port);
        return new PortName(runtime.environment.federationId(), runtime.rank(), port).toString();
    }

    static void close(String name) throws MPIException {
        String call = "MPI_Close_port";
        MpiRuntime runtime = MpiRuntime.current();
        PortName port = own(runtime, name);
        if (port == null) {
            throw Errors.raise(null, MPI.ERR_PORT, call, notOpen(name));
        }
        runtime.letters.closePort(port.port());
    }

    /** Returns a port that this process has open, or null. */
    private static PortName own(MpiRuntime runtime, String name) {
        PortName port = PortName.parse(name);
        boolean open =
                port != null
                        && port.federation().equals(runtime.environment.federationId())
                        && port.process() == runtime.rank()
                        && runtime.letters.isOpen(port.port());
        return open ? port : null;
    }

    private static String notOpen(String name) {
        return "this process has no open port \"" + name + "\"";
    }

    /** What the root has found out. */
    private record Meeting(int errorClass, String problem, int peer, long channel) {
        static Meeting failed(String problem) {
            return new Meeting(MPI.ERR_PORT, problem, -1, 0);
        }

        static Meeting with(int peer, long channel) {
            return new Meeting(MPI.SUCCESS, "", peer, channel);
        }
    }

    static Communicator accept(Communicator comm, String name, int root) throws MPIException {
        String call = "MPI_Comm_accept";
        MpiRuntime runtime = Checks.root(comm, call, root);
        return runtime.whole(() -> {
            boolean atRoot = comm.context().rank() == root;
            Meeting meeting = atRoot ? welcome(runtime, name) : null;
            return join(runtime, comm, call, root, meeting);
        });
    }

    private static Meeting welcome(MpiRuntime runtime, String name) {
        PortName port = own(runtime, name);
        return port == null ? Meeting.failed(notOpen(name)) : await(runtime, port);
    }

    private static Meeting await(MpiRuntime runtime, PortName port) {
        OobLetters.Letter letter;
        try (var _ = runtime.enter()) {
            do {
                letter = runtime.letters.await(port.port());
            } while (!letter.hasChannel());
        }
        long channel = PortName.newChannel();
        runtime.letters.send(letter.source(), letter.words()[0], channel);
        return Meeting.with(letter.source(), channel);
    }

    static Communicator connect(Communicator comm, String name, int root) throws MPIException {
        String call = "MPI_Comm_connect";
        MpiRuntime runtime = Checks.root(comm, call, root);
        return runtime.whole(() -> {
            boolean atRoot = comm.context().rank() == root;
            Meeting meeting = atRoot ? knock(runtime, name) : null;
            return join(runtime, comm, call, root, meeting);
        });
    }

    private static Meeting knock(MpiRuntime runtime, String name) {
        PortName port = PortName.parse(name);
        if (port == null) {
            return Meeting.failed("\"" + name + "\" is no name of a port");
        }
        if (!port.federation().equals(runtime.environment.federationId())) {
            return Meeting.failed(
                    "the port "
                            + name
                            + " belongs to another mpirun's job, and both do not name the same"
                            + " --ompi-server");
        }
        if (runtime.environment.proc(port.process()) == null) {
            return Meeting.failed(
                    "the port "
                            + name
                            + " is that of a process that does not exist, or whose job has ended");
        }
        long answers = PortName.newChannel();
        OobLetters.Letter letter;
        try (var _ = runtime.enter()) {
            runtime.letters.knock(port.process(), port.port(), answers);
            letter =
                    runtime.letters.await(
                            answers, () -> runtime.environment.hasFinalized(port.process()));
        }
        runtime.letters.forget(answers);
        if (letter == null) {
            return Meeting.failed("the process of the port " + name + " has called MPI.Finalize");
        }
        return !letter.hasChannel()
                ? Meeting.failed("the port " + name + " is not open")
                : Meeting.with(letter.source(), letter.words()[0]);
    }

    private static Communicator join(
            MpiRuntime runtime, Communicator comm, String call, int root, Meeting meeting)
            throws MPIException {
        CommContext group = comm.context();
        long[] found = {
            meeting == null ? 0 : meeting.errorClass(), meeting == null ? 0 : meeting.channel()
        };
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.coll.bcast(LeaderMessages.buf(found), root, group);
        }
        CollectiveResult.finish(runtime, comm, call, rc);
        if (found[0] != MPI.SUCCESS) {
            String problem = meeting == null ? "see the root's error" : meeting.problem();
            throw Errors.raise(comm, (int) found[0], call, problem);
        }
        LeaderLink link =
                meeting == null
                        ? (out, in) -> Rc.FATAL
                        : runtime.letters.link(meeting.peer(), meeting.channel());
        InterExchange leaders = new InterExchange(runtime, group, root, link);
        Communicator made = InterCalls.join(comm, call, leaders);
        runtime.letters.forget(found[1]);
        runtime.connect(made);
        return made;
    }

    static void publish(String service, String port) throws MPIException {
        MpiRuntime runtime = MpiRuntime.current();
        String call = "MPI_Publish_name";
        requireService(service, call);
        if (port == null || !runtime.environment.publish(service, port)) {
            String detail = "\"" + service + "\" is published already";
            throw Errors.raise(null, MPI.ERR_SERVICE, call, detail);
        }
    }

    static void unpublish(String service, String port) throws MPIException {
        MpiRuntime runtime = MpiRuntime.current();
        String call = "MPI_Unpublish_name";
        requireService(service, call);
        if (port == null || !runtime.environment.unpublish(service, port)) {
            String detail = "\"" + service + "\" is not published with the port " + port;
            throw Errors.raise(null, MPI.ERR_SERVICE, call, detail);
        }
    }

    static String lookUp(String service) throws MPIException {
        MpiRuntime runtime = MpiRuntime.current();
        String call = "MPI_Lookup_name";
        requireService(service, call);
        String port = runtime.environment.lookUp(service);
        if (port == null) {
            String detail = "\"" + service + "\" is not published";
            throw Errors.raise(null, MPI.ERR_NAME, call, detail);
        }
        return port;
    }

    private static void requireService(String service, String call) throws MPIException {
        if (service == null) {
            throw Errors.raise(null, MPI.ERR_ARG, call, "the service's name is null");
        }
    }
}
