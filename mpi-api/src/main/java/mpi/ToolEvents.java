package mpi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The events of the MPI tool information interface (MPI 4.1 §15.3.8): a program has itself told
 * when something happens in this process that takes long or is rare.
 *
 * <pre>{@code
 * try (Tool tool = Tool.open(MPI.THREAD_SINGLE);
 *         ToolEvents events = ToolEvents.of(tool)) {
 *     events.handle(events.type("mpi_wait"), System.err::println);
 *     MPI.Init(args);
 *     work();
 *     MPI.Finalize();
 * }
 * }</pre>
 *
 * <p>A handler is called by the thread to which the event happens, in the middle of a call: it is
 * brief, and calls nothing of MPI but this interface (MPI_T_CB_REQUIRE_MPI_RESTRICTED). What it
 * throws goes to the thread's handler of uncaught exceptions, and it is called no more. There is
 * one source of events; its clock is {@link System#nanoTime}, and no event is dropped.
 */
public final class ToolEvents implements AutoCloseable {
    private static final String TIME = "nanoseconds that it took";
    private static final String FUNCTION = "the function of MPI";
    private static final String COMM = "the communicator's name; empty if it has none";

    private static final List<Type> TYPES =
            List.of(
                    new Type(
                            "mpi_wait",
                            "a thread has waited in a call until another process acted, for 20 us"
                                    + " or longer",
                            EventHub.Kind.WAIT,
                            elements(
                                    "function", FUNCTION,
                                    "peer", "the process's number in the job; -2: one of several",
                                    "what", "the message or step that it waited for, with the tag",
                                    "communicator", COMM,
                                    "time", TIME)),
                    new Type(
                            "mpi_collective",
                            "a blocking collective has taken 20 us or longer",
                            EventHub.Kind.COLLECTIVE,
                            elements(
                                    "function", FUNCTION,
                                    "communicator", COMM,
                                    "bytes", "what the process put in, or else what it got",
                                    "time", TIME)),
                    new Type(
                            "bml_r2_connection",
                            "links to a process were chosen, before the first message to it",
                            EventHub.Kind.CONNECTION,
                            elements(
                                    "peer", "the process's number in the job",
                                    "links", "the links, the best first; empty if there is none",
                                    "refused", "why a better one was not taken; empty if none was",
                                    "time", TIME)),
                    new Type(
                            "rcache_grdma_registration",
                            "memory was registered with an adapter",
                            EventHub.Kind.REGISTRATION,
                            elements(
                                    "address", "of the first page",
                                    "bytes", "of whole pages",
                                    "done", "1; 0 if the adapter has refused it",
                                    "time", TIME)));

    private final Tool tool;
    private final List<Handle> handles = new ArrayList<>();

    private ToolEvents(Tool tool) {
        this.tool = tool;
    }

    private static Map<String, String> elements(String... texts) {
        Map<String, String> all = new LinkedHashMap<>();
        for (int i = 0; i < texts.length; i += 2) {
            all.put(texts[i], texts[i + 1]);
        }
        return Collections.unmodifiableMap(all);
    }

    /**
     * Returns what tells of events.
     *
     * @throws MPIException ERR_NOT_INITIALIZED if the Tool was closed; ERR_INVALID if it is null
     */
    public static ToolEvents of(Tool tool) throws MPIException {
        if (tool == null) {
            throw ToolErrors.invalid("the tool is null");
        }
        tool.check();
        return new ToolEvents(tool);
    }

    /**
     * Returns the types of events (MPI_T_event_get_info); always the same.
     *
     * @throws MPIException ERR_NOT_INITIALIZED if the Tool was closed
     */
    public List<Type> types() throws MPIException {
        tool.check();
        return TYPES;
    }

    /**
     * Returns a type of events (MPI_T_event_get_index): {@code "mpi_wait"}.
     *
     * @throws MPIException ERR_INVALID_NAME if there is none, ERR_NOT_INITIALIZED
     */
    public Type type(String name) throws MPIException {
        for (Type each : types()) {
            if (each.name.equals(name)) {
                return each;
            }
        }
        String why = "there is no event \"" + name + "\", but " + TYPES;
        throw ToolErrors.of(Tool.ERR_INVALID_NAME, "INVALID_NAME", why);
    }

    /**
     * Has a handler called at each event of a type (MPI_T_event_handle_alloc and
     * MPI_T_event_register_callback).
     *
     * @param handler with {@code THREAD_MULTIPLE}, called by several threads at a time
     * @throws MPIException ERR_NOT_SUPPORTED if waits or collectives are asked for after MPI.Init,
     *     and calls are not watched; ERR_INVALID if an argument is null; ERR_NOT_INITIALIZED
     */
    public synchronized Handle handle(Type type, Consumer<Event> handler) throws MPIException {
        tool.check();
        if (type == null || handler == null) {
            throw ToolErrors.invalid("the type of events or the handler is null");
        }
        boolean late = MpiRuntime.running() != null && !EventHub.watchesCalls();
        if (type.kind.isOfCalls() && late) {
            String why =
                    type
                            + " needs calls to be watched: ask for it before MPI.Init, or run with"
                            + " --mca mpi_report_jfr true";
            throw ToolErrors.of(Tool.ERR_NOT_SUPPORTED, "NOT_SUPPORTED", why);
        }
        Handle made = new Handle(type, handler);
        handles.add(made);
        EventHub.add(made.subscription);
        return made;
    }

    /** Closes the handles that were made here. Repeated, nothing. */
    @Override
    public synchronized void close() {
        handles.forEach(Handle::close);
        handles.clear();
    }

    /** A type of events. */
    public static final class Type {
        /** Level of detail: for tuning (MPI 4.1 §15.3.1). */
        private static final int TUNER = 5;

        private final String name;
        private final String help;
        private final EventHub.Kind kind;
        private final Map<String, String> elements;

        private Type(String name, String help, EventHub.Kind kind, Map<String, String> elements) {
            this.name = name;
            this.help = help;
            this.kind = kind;
            this.elements = elements;
        }

        /** Returns the name. */
        public String name() {
            return name;
        }

        /** Returns what has happened. */
        public String description() {
            return help;
        }

        /** Returns the level of detail, 1 to 9. */
        public int verbosity() {
            return TUNER;
        }

        /** Returns what events of this type say: names of elements, and their meanings. */
        public Map<String, String> elements() {
            return elements;
        }

        /** Returns the name. */
        @Override
        public String toString() {
            return name;
        }
    }

    /** One event. It may be kept. */
    public static final class Event {
        private final Type type;
        private final long time;
        private final Map<String, Object> values = new LinkedHashMap<>();

        private Event(Type type, long time, Object... values) {
            this.type = type;
            this.time = time;
            int next = 0;
            for (String element : type.elements.keySet()) {
                this.values.put(element, values[next++]);
            }
        }

        /** Returns its type. */
        public Type type() {
            return type;
        }

        /** Returns when it ended (MPI_T_event_get_timestamp), by {@link System#nanoTime}. */
        public long timestamp() {
            return time;
        }

        /**
         * Returns an element that is a number (MPI_T_event_read).
         *
         * @throws MPIException ERR_INVALID if the event has no such number
         */
        public long number(String element) throws MPIException {
            if (values.get(element) instanceof Long number) {
                return number;
            }
            throw ToolErrors.invalid(type + " has no number \"" + element + "\"");
        }

        /**
         * Returns an element as text (MPI_T_event_read).
         *
         * @throws MPIException ERR_INVALID if the event has none of that name
         */
        public String text(String element) throws MPIException {
            Object value = values.get(element);
            if (value == null) {
                throw ToolErrors.invalid(type + " has no element \"" + element + "\"");
            }
            return value.toString();
        }

        /** Returns the name of its type, and its elements. */
        @Override
        public String toString() {
            return type + " " + values;
        }
    }

    /** A handler that is called at events of a type. */
    public static final class Handle implements AutoCloseable {
        private final Subscription subscription;

        private Handle(Type type, Consumer<Event> handler) {
            subscription = new Subscription(type, handler);
        }

        /**
         * Has the handler called no more (MPI_T_event_handle_free); a call that another thread is
         * in may still be under way. Repeated, nothing.
         */
        @Override
        public void close() {
            EventHub.remove(subscription);
        }
    }

    private static final class Subscription implements EventHub.Subscriber {
        private final Type type;
        private final Consumer<Event> handler;

        Subscription(Type type, Consumer<Event> handler) {
            this.type = type;
            this.handler = handler;
        }

        @Override
        public EventHub.Kind kind() {
            return type.kind;
        }

        @Override
        public void tell(long time, Object... values) {
            try {
                handler.accept(new Event(type, time, values));
            } catch (RuntimeException | Error e) {
                EventHub.remove(this);
                Thread current = Thread.currentThread();
                current.getUncaughtExceptionHandler().uncaughtException(current, e);
            }
        }
    }
}
