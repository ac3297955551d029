package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.CommId;
import org.strata.mca.proc.Proc;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A communicator, of which a {@link Comm} is the program's handle. It is null before {@link #open}
 * and after {@link #close}.
 *
 * <p>The calls on it are in the classes {@code *Calls}, by theme.
 */
final class Communicator {
    static final String WORLD_NAME = "MPI_COMM_WORLD";
    static final String SELF_NAME = "MPI_COMM_SELF";

    /** MPI_COMM_WORLD; also the object of errors that belong to no communicator. */
    static final Communicator WORLD = new Communicator(WORLD_NAME);

    /** MPI_COMM_SELF. */
    static final Communicator SELF = new Communicator(SELF_NAME);

    /** The communicator with the processes that spawned this world; null where none did. */
    static final Communicator PARENT = new Communicator("MPI_COMM_PARENT");

    private final CommTopology topology;

    /** What messages call it: the communicator that a window or a file has for itself is that. */
    private final String noun;

    private CommContext context;

    private Errhandler errorHandler = Errhandler.FATAL;
    private String name = "";
    private Attributes attributes = new Attributes();
    private Map<String, String> hints = Map.of();
    private int duplications;

    /** Makes a null communicator, which will have no topology. */
    Communicator() {
        this((CommTopology) null);
    }

    /** Makes a null communicator with a topology, or null for none. */
    Communicator(CommTopology topology) {
        this(topology, "communicator", "");
    }

    private Communicator(String name) {
        this(null, "communicator", name);
    }

    private Communicator(CommTopology topology, String noun, String name) {
        this.topology = topology;
        this.noun = noun;
        this.name = name;
    }

    /** Makes the null communicator of a file; its errors return, and name the file. */
    static Communicator ofFile(String path) {
        Communicator made = new Communicator(null, "file", path);
        made.errorHandler = new Errhandler(Errhandler.Kind.RETURN);
        return made;
    }

    /** Makes a null communicator that a window will have for itself. */
    static Communicator ofWindow() {
        return new Communicator(null, "window", "");
    }

    /**
     * Makes this communicator usable. The caller adds the context to the PML before its first use.
     */
    void open(CommContext opened) {
        context = opened;
        if (opened != null) {
            opened.setName(name);
            assertFromHints();
        }
    }

    private void assertFromHints() {
        context.assertNoWildcards(
                isTrue(hints, "mpi_assert_no_any_source")
                        && isTrue(hints, "mpi_assert_no_any_tag"));
    }

    private static boolean isTrue(Map<String, String> pairs, String key) {
        return "true".equals(pairs.get(key));
    }

    /**
     * Opens this communicator with some members of another, this process among them. Inside the
     * bracket.
     *
     * @param parent the other one
     * @param identity the name that its first member has given
     * @param members the processes by rank
     */
    void open(MpiRuntime runtime, CommContext parent, long identity, Proc[] members) {
        int mine = 0;
        while (members[mine].rank() != runtime.rank()) {
            mine++;
        }
        CommContext opened = parent.subset(identity, mine, members);
        runtime.pml.addComm(opened);
        open(opened);
        noteOpened(runtime);
    }

    /**
     * Opens this communicator as one of two groups. Inside the bracket.
     *
     * @param group context of the own group, of another communicator
     * @param own the name for the own group's messages, which its leader has given
     * @param identity the name that the first group's leader has given
     * @param first whether the own group is the first
     * @param remote the other group's processes by rank
     */
    void open(
            MpiRuntime runtime,
            CommContext group,
            long own,
            long identity,
            boolean first,
            Proc[] remote) {
        CommContext inner = group.subset(own, group.rank(), procs(group));
        CommContext opened = new CommContext(identity, inner, first, remote);
        runtime.pml.addComm(inner);
        runtime.pml.addComm(opened);
        open(opened);
        noteOpened(runtime);
    }

    /** The program need not free the communicator with its parents. */
    private void noteOpened(MpiRuntime runtime) {
        if (runtime.leaks != null && this != PARENT) {
            runtime.leaks.opened(this);
        }
    }

    /**
     * Makes this communicator null and deletes its attributes; operations that are under way go on.
     * Inside the bracket.
     */
    void close(MpiRuntime runtime) {
        attributes.clear();
        runtime.worlds.leave(this);
        if (runtime.leaks != null) {
            runtime.leaks.closed(this);
        }
        CommContext closing = context;
        context = null;
        closing.whenIdle(() -> retire(runtime, closing));
    }

    private static void retire(MpiRuntime runtime, CommContext context) {
        runtime.retire(context);
        if (context.isInter()) {
            CommContext group = context.group();
            group.whenIdle(() -> runtime.retire(group));
        }
    }

    /** Returns whether this communicator has two groups. */
    boolean isInter() {
        return context != null && context.isInter();
    }

    /** Returns this communicator's context in the stack; null for a null communicator. */
    CommContext context() {
        return context;
    }

    /** Returns whether this is a null communicator. */
    boolean isNull() {
        return context == null;
    }

    /** Returns the processes by rank; an inter-communicator's of the other group. */
    Proc[] procs() {
        return procs(context);
    }

    /** Returns the processes of a context by rank. */
    static Proc[] procs(CommContext context) {
        Proc[] procs = new Proc[context.size()];
        for (int rank = 0; rank < procs.length; rank++) {
            procs[rank] = context.peer(rank);
        }
        return procs;
    }

    /** Returns the topology, or null. */
    CommTopology topology() {
        return topology;
    }

    Errhandler errorHandler() {
        return errorHandler;
    }

    void setErrorHandler(Errhandler handler) {
        errorHandler = handler;
    }

    String name() {
        return name;
    }

    void setName(String newName) {
        name = newName;
        context.setName(newName);
    }

    Attributes attributes() {
        return attributes;
    }

    Map<String, String> hints() {
        return hints;
    }

    /** Sets some hints; the others keep their values (MPI 4.0 §7.4.4). */
    void setHints(Map<String, String> pairs) {
        hints = merged(hints, pairs);
        assertFromHints();
    }

    /** Returns hints with some of them set. */
    static Map<String, String> merged(Map<String, String> hints, Map<String, String> pairs) {
        Map<String, String> all = new LinkedHashMap<>(hints);
        all.putAll(pairs);
        return all;
    }

    /** Counts the non-blocking duplications; returns the number of this one, from 0. */
    int nextDuplication() {
        int number = duplications;
        duplications = number == Integer.MAX_VALUE ? 0 : number + 1;
        return number;
    }

    /**
     * Returns a null communicator with this one's topology, attributes and error handler, which
     * becomes a duplicate when it is opened.
     */
    Communicator heir(Map<String, String> newHints) {
        Communicator made = new Communicator(topology);
        made.attributes = attributes.copy();
        made.hints = newHints;
        made.errorHandler = errorHandler;
        return made;
    }

    /** Returns what messages call it: "communicator", "window" or "file". */
    String noun() {
        return noun;
    }

    private String sizes() {
        String peers = Integer.toString(context.size());
        return context.isInter() ? context.group().size() + " + " + peers : peers;
    }

    /** Returns the text by which messages name this communicator. */
    String label() {
        if (!name.isEmpty()) {
            return name;
        }
        return context == null
                ? "MPI_COMM_NULL"
                : "with id " + CommId.text(context.identity()) + " and " + sizes() + " processes";
    }
}
