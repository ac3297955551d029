package org.strata.mca.base;

import org.strata.mca.bml.Bml;
import org.strata.mca.coll.Coll;
import org.strata.mca.ess.EssComponent.Membership;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.io.Io;
import org.strata.mca.mpool.MemoryPool;
import org.strata.mca.mpool.MpoolComponent;
import org.strata.mca.oob.Oob;
import org.strata.mca.osc.OscComponents;
import org.strata.mca.pml.Pml;
import org.strata.mca.proc.Proc;
import org.strata.mca.rcache.ApplicationMemory;
import org.strata.opal.counters.Counters;
import org.strata.opal.counters.RareEvents;
import org.strata.opal.progress.Completion;
import org.strata.opal.progress.Completion.WaitState;
import org.strata.opal.progress.Completion.WaitState.Needs;
import org.strata.opal.progress.IdlePolicy;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.RankSleeper;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * One rank's stack, wired and open. To open it is the work of MPI.Init: parameters, selection,
 * wiring, joining the job, idle policy, PML with everything below. When the rest of MPI.Init is
 * done, it reports that to the launcher ({@code environment().reportInitialized()}).
 */
public final class Stack implements AutoCloseable {
    /** Another object once the program has changed one. Pairs with Stack.parameters. */
    private volatile Parameters parameters;

    private final Output output;
    private final Counters counters = new Counters();
    private final RareEvents rareEvents = new RareEvents();
    private final ApplicationMemory memory = new ApplicationMemory();
    private final RankSleeper sleeper;
    private final ProgressEngine engine;
    private final Wired wired;
    private final ProcessEnvironment environment;
    private final Oob oob;
    private final Pml pml;
    private final Coll coll;
    private boolean closed;

    private Stack(Parameters parameters, Output output) {
        this.parameters = parameters;
        this.output = output;
        sleeper = new RankSleeper();
        engine = new ProgressEngine(new IdlePolicy(10, 20, true), sleeper);
        counters.add(
                "opal_progress_late_wakeups",
                "waits that slept for up to 0.1 s too long: a wake-up was lost",
                engine::lateWakeups);
        wired = wire();
        environment = wired.get(ProcessEnvironment.class);
        oob = wired.get(Oob.class);
        chooseIdlePolicy();
        if (environment.rankInJob() == 0) {
            ShownParameters.lines(parameters).forEach(output::warn);
        }
        pml = wired.get(Pml.class);
        coll = wired.get(Coll.class);
        if (parameters.section("mpi").bool("spc-jmx")) {
            CountersBean.register(counters, environment.rankInJob());
        }
    }

    /**
     * Opens the stack of this process.
     *
     * @throws StackException when it cannot be opened; the message is fit for the user
     */
    public static Stack open() {
        return open(List.of());
    }

    /**
     * Opens the stack of this process.
     *
     * @param chosen values of parameters that are stronger than those of the environment
     * @throws StackException when it cannot be opened; the message is fit for the user
     */
    public static Stack open(List<Setting> chosen) {
        ParameterSources sources = ParameterSources.ofThisProcess();
        HeadStart.begin(sources);
        Parameters parameters = Parameters.resolve(sources, chosen).orThrow();
        Output output =
                new ConsoleOutput(
                        System.err, LocalHost.name(), ProcessHandle.current().pid(), parameters);
        boolean launched = parameters.sources().environment().containsKey(RankVariables.CHECKED);
        if (!launched) {
            parameters.notices().forEach(output::warn);
            if (!parameters.ignored().isEmpty()) {
                output.warn(parameters.ignored().line());
            }
        }
        return open(parameters, output);
    }

    /**
     * Opens a stack from given parameters, which must be without problems.
     *
     * @throws StackException when it cannot be opened
     */
    public static Stack open(Parameters parameters, Output output) {
        Stack stack = new Stack(parameters, output);
        try {
            stack.engine.open(stack.pml::open);
            stack.watchOtherJobs();
            PeerCards.opened(stack.oob);
            return stack;
        } catch (StackException e) {
            boolean shown = stack.environment.showOnce(e.getMessage());
            stack.abandon();
            throw shown ? e.shown() : e;
        } catch (RuntimeException e) {
            stack.abandon();
            throw e;
        }
    }

    /** Operations with processes of other jobs fail when those are gone. */
    private void watchOtherJobs() {
        LostProcesses lost = new LostProcesses(wired.get(Bml.class), engine::wake);
        if (environment.onLoss(lost)) {
            engine.registerLowPriority(lost);
        }
    }

    private Wired wire() {
        StackObjects own =
                new StackObjects(parameters, output, sleeper, engine, counters, memory, rareEvents);
        List<ComponentModule> selected = new ArrayList<>();
        for (Framework framework : Framework.ALL) {
            selected.addAll(parameters.selection(framework.name()).included());
        }
        selected.addAll(Foundations.of(selected, parameters));
        try {
            return wire(own, new SelectedModules(selected));
        } catch (RuntimeException e) {
            Membership joined = own.joined();
            if (joined != null) {
                joined.environment().close();
            }
            sleeper.close();
            throw e;
        }
    }

    private static Wired wire(StackObjects own, SelectedModules modules) {
        try {
            return PlainWiring.of(own::bindIn, modules::bindIn);
        } catch (PlainWiring.GuiceNeeded e) {
            return new GuiceWiring(own::bindIn, modules);
        }
    }

    /**
     * Returns the cores that the ranks of this node share, not only those that this rank is bound
     * to.
     */
    private int cores() {
        String told = parameters.sources().environment().get(RankVariables.NODE_CORES);
        return told != null ? Integer.parseInt(told) : Runtime.getRuntime().availableProcessors();
    }

    private void chooseIdlePolicy() {
        engine.setIdlePolicy(
                IdlePolicies.choose(parameters.section("mpi"), environment.localSize(), cores()));
    }

    /**
     * Changes a parameter of {@link ParameterScope#RUNNING} while the stack is open. Inside the
     * progress bracket.
     *
     * @throws IllegalArgumentException when the value does not fit; the message continues "VALUE …"
     */
    public void change(Parameter parameter, String value, String origin) {
        parameters = parameters.with(parameter, value, origin);
        chooseIdlePolicy();
    }

    /** Returns the progress engine. */
    public ProgressEngine engine() {
        return engine;
    }

    /** Returns where this rank sleeps. */
    public RankSleeper sleeper() {
        return sleeper;
    }

    /** Returns who this process is in its job. */
    public ProcessEnvironment environment() {
        return environment;
    }

    /** Returns the counters of all components. */
    public Counters counters() {
        return counters;
    }

    /** Returns where components tell of connections and registrations. */
    public RareEvents rareEvents() {
        return rareEvents;
    }

    /** Returns the registry of the application's memory. */
    public ApplicationMemory memory() {
        return memory;
    }

    /** Returns the out-of-band channel. */
    public Oob oob() {
        return oob;
    }

    /** Returns the selected PML, open. */
    public Pml pml() {
        return pml;
    }

    /** Returns the selected collectives. */
    public Coll coll() {
        return coll;
    }

    /**
     * Returns file access by the selected component, made anew by each call.
     *
     * @throws StackException when no component can be used
     */
    public Io newIo() {
        return wired.get(Io.class);
    }

    /** Returns the selected components for windows. */
    public OscComponents osc() {
        return wired.get(OscComponents.class);
    }

    /** Returns the parameters in force. */
    public Parameters parameters() {
        return parameters;
    }

    /** Returns the output for messages to the user. */
    public Output output() {
        return output;
    }

    /** Returns all processes of the job by rank. */
    public List<Proc> procs() {
        return environment.procs();
    }

    /** Returns the memory pools of the selected mpool components, highest priority first. */
    public List<MemoryPool> pools() {
        return mpools().stream()
                .sorted((a, b) -> Integer.compare(b.priority(), a.priority()))
                .map(MpoolComponent::pool)
                .toList();
    }

    private Set<MpoolComponent> mpools() {
        return wired.components(MpoolComponent.class);
    }

    /**
     * Closes the stack, as MPI.Finalize does: finishes all accepted operations, waits until every
     * rank has come here, closes the PML and all below, reports to the launcher, leaves the job. A
     * second call does nothing.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (parameters.section("mpi").bool("spc-dump-enabled")) {
            dumpCounters();
        }
        engine.enter();
        try {
            flush();
            fenceWithProgress();
            coll.close();
            pml.close();
        } finally {
            engine.exit();
        }
        mpools().forEach(MpoolComponent::close);
        environment.reportFinalized();
        environment.close();
        sleeper.close();
    }

    private void flush() {
        FinalizeWatch watch =
                new FinalizeWatch(oob, environment.firstRank(), environment.size(), engine::wake);
        if (!pml.flush(watch)) {
            output.warn(
                    "rank "
                            + environment.rankInJob()
                            + " ends with messages that no rank has received: every rank is in"
                            + " MPI.Finalize, so none will be.");
        }
        watch.end();
    }

    private void dumpCounters() {
        StringBuilder text = new StringBuilder("counters of rank " + environment.rankInJob());
        counters.all().stream()
                .map(counter ->
                        String.format("%n  %-32s %d", counter.name(), counter.value().getAsLong()))
                .forEach(text::append);
        output.warn(text.toString());
    }

    /** Every rank of the job has come to its end of MPI. */
    private record EveryRank(CompletableFuture<Void> fence) implements Completion {
        @Override
        public boolean isDone() {
            return fence.isDone();
        }

        @Override
        public WaitState waitState() {
            return new WaitState("all ranks to call it", "", Needs.FENCE, List.of());
        }
    }

    /**
     * Waits for the other ranks, and makes progress meanwhile, since they may depend on it. A job
     * of one has no other rank: it must not sleep here, for a sleep needs native calls, which a
     * program without mpirun may not be allowed to make.
     */
    private void fenceWithProgress() {
        if (environment.size() == 1) {
            oob.fence();
            return;
        }
        CompletableFuture<Void> fence = new CompletableFuture<>();
        Runnable wait =
                () -> {
                    try {
                        oob.fence();
                        fence.complete(null);
                    } catch (RuntimeException e) {
                        fence.completeExceptionally(e);
                    } finally {
                        engine.wake();
                    }
                };
        Thread.ofPlatform().daemon().name("strata-finalize").start(wait);
        engine.waitFor(new EveryRank(fence));
        try {
            fence.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Leaves the job after a failure, without a fence. */
    private void abandon() {
        closed = true;
        environment.close();
        sleeper.close();
    }
}
