package org.strata.launcher.node;

import org.strata.launcher.cli.UsageException;
import org.strata.launcher.host.JavaThreads;
import org.strata.launcher.host.ProcessTree;
import org.strata.launcher.host.SignalName;
import org.strata.launcher.io.Shortages;
import org.strata.launcher.plm.AgentCommand;
import org.strata.launcher.plm.Agents;
import org.strata.launcher.session.Sentinel;
import org.strata.launcher.session.Session;
import org.strata.launcher.wire.Hello;
import org.strata.launcher.wire.LaunchOrder;
import org.strata.launcher.wire.MessageReader;
import org.strata.launcher.wire.MessageReader.DamagedException;
import org.strata.launcher.wire.NodeFacts;
import org.strata.launcher.wire.NodeFrame;
import org.strata.oob.NodeOob;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The life of a daemon: it does what mpirun orders, and reports what its ranks do. One thread runs
 * it; everybody else puts tasks into its queue.
 */
final class NodeDaemon implements AutoCloseable, NodeOob.Events {
    private static final long ROUND_MILLIS = 20;

    /** Rounds of killing until what is left is left to the sentinel. */
    private static final int ROUNDS = 150;

    private final Hello hello;
    private final Session session;
    private final Sentinel sentinel;
    private final ProcessTree tree;
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final Agents agents = new Agents(this::agentEnded);
    private NodeOob oob;
    private NodeRanks ranks;
    private Integer status;

    private NodeDaemon(Hello hello, Session session, Sentinel sentinel) {
        this.hello = hello;
        this.session = session;
        this.sentinel = sentinel;
        tree = new ProcessTree(session.jobId());
    }

    /** Makes the session of this host. */
    static NodeDaemon open(Hello hello, Path scratch) throws IOException {
        Session session = Session.join(scratch, hello.jobId(), hello.secret(), hello.node());
        return new NodeDaemon(hello, session, Sentinel.start(session));
    }

    /** Runs until mpirun does not need this daemon any more; returns the exit code. */
    int run(NodeFacts facts) throws IOException, InterruptedException {
        oob =
                NodeOob.connect(
                        hello.head(),
                        hello.secret(),
                        hello.node(),
                        hello.patienceMillis(),
                        this,
                        task -> Thread.ofPlatform().daemon().name("strata-oob").unstarted(task));
        ranks = new NodeRanks(hello, session, sentinel, oob, tasks);
        oob.send(facts.write(NodeFrame.READY.start()).end());
        while (status == null) {
            tasks.take().run();
        }
        long grace = Long.parseLong(hello.parameters().getOrDefault(DaemonCommand.GRACE, "0"));
        if (status != 0 && grace > 0) {
            endAll(grace);
        }
        killAll();
        sentinel.dismiss();
        return status;
    }

    /** Ends the daemon with everything that it has started; from any thread. */
    void stop(String reason) {
        tasks.add(() -> finish(reason.isEmpty() ? 0 : 1));
    }

    private void finish(int value) {
        if (status == null) {
            status = value;
        }
    }

    @Override
    public void lost(String reason) {
        stop(reason);
    }

    @Override
    public void received(byte[] message) {
        if (answersClock(message)) {
            return;
        }
        tasks.add(() -> {
            try {
                handle(new MessageReader(message));
            } catch (DamagedException e) {
                fail(List.of("A message of mpirun's is damaged: " + e.getMessage()));
            }
        });
    }

    /** The time is told by the thread that is asked: what waits in the queue would add to it. */
    private boolean answersClock(byte[] message) {
        try {
            MessageReader in = new MessageReader(message);
            if (NodeFrame.of(in) != NodeFrame.READ_CLOCK) {
                return false;
            }
            long asked = in.large();
            long now = System.nanoTime();
            oob.send(NodeFrame.CLOCK_READ.start().large(asked).large(now).end());
            return true;
        } catch (DamagedException e) {
            return false;
        }
    }

    private void handle(MessageReader in) {
        switch (NodeFrame.of(in)) {
            case LAUNCH -> launch(LaunchOrder.read(in));
            case CHECK -> check(in.number(), LaunchOrder.read(in));
            case START_DAEMON -> startDaemon(in.number(), in.text(), in.text());
            case SIGNAL -> signal(SignalName.ofNumber(in.number()), in.flag());
            case INPUT -> ranks.feed(in.number(), in.bytes());
            case STACKS -> stacks(in.number());
            case OUTPUT_TAKEN -> ranks.outputTaken(in.number(), in.number(), in.number());
            case SWEEP -> ProcessTree.signal(tree.marked(), SignalName.KILL);
            case END -> stop("");
            default -> throw new DamagedException("a message that only daemons send");
        }
    }

    private void launch(LaunchOrder order) {
        try {
            ranks.launch(order);
        } catch (UsageException e) {
            fail(e.lines());
        } catch (IOException | OutOfMemoryError e) {
            // The JVM throws the error, too, when the system makes no thread.
            fail(Shortages.lines("The daemon", e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            finish(1);
        }
    }

    private void check(int number, LaunchOrder order) {
        List<String> refusal = ranks.refusal(order);
        oob.send(NodeFrame.CHECKED.start().number(number).texts(refusal).end());
    }

    /** A JVM that is stopped does not answer for seconds: the daemon goes on meanwhile. */
    private void stacks(int rank) {
        Process process = ranks.process(rank);
        Thread.ofPlatform()
                .daemon()
                .name("strata-stacks-" + rank)
                .start(() -> {
                    List<String> threads =
                            process == null ? List.of() : JavaThreads.byJcmd().of(process);
                    oob.send(NodeFrame.THREADS.start().number(rank).texts(threads).end());
                });
    }

    private void fail(List<String> lines) {
        oob.send(NodeFrame.FAILED.start().texts(lines).end());
    }

    private void startDaemon(int node, String host, String user) {
        AgentCommand command =
                new AgentCommand(
                        List.of(hello.parameters().get(DaemonCommand.AGENT).split("\n")),
                        hello.parameters().get(DaemonCommand.COMMAND));
        byte[] greeting = hello.forNode(node, host).encode();
        agents.start(new ProcessBuilder(command.words(host, user)), node, greeting);
    }

    private void agentEnded(int node, int value, String output) {
        oob.send(NodeFrame.AGENT_ENDED.start().number(node).number(value).text(output).end());
    }

    private void signal(SignalName signal, boolean all) {
        if (signal == null) {
            throw new DamagedException("unknown signal");
        }
        Collection<Long> pids = all ? tree.find(ranks.running()) : ranks.pids();
        if (signal == SignalName.CONT) {
            oob.pause(false);
        }
        ProcessTree.signal(pids, signal);
        if (signal == SignalName.STOP) {
            oob.pause(true);
        }
    }

    /** Nobody has asked the processes to end: mpirun is lost, or does not want this daemon. */
    private void endAll(long millis) throws InterruptedException {
        Collection<Long> left = tree.find(ranks.running());
        ProcessTree.signal(left, SignalName.CONT);
        ProcessTree.signal(left, SignalName.TERM);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        left.removeIf(pid -> !ProcessTree.lives(pid));
        while (!left.isEmpty() && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(ROUND_MILLIS);
            left.removeIf(pid -> !ProcessTree.lives(pid));
        }
    }

    private void killAll() throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            Collection<Long> left = tree.find(ranks.running());
            left.removeIf(pid -> !ProcessTree.lives(pid));
            if (left.isEmpty()) {
                return;
            }
            ProcessTree.signal(left, SignalName.KILL);
            TimeUnit.MILLISECONDS.sleep(ROUND_MILLIS);
        }
    }

    /** Removes the session; the sentinel does what is left, if anything is. */
    @Override
    public void close() throws IOException {
        if (ranks != null) {
            ranks.closeMetrics();
        }
        session.close();
        if (oob != null) {
            oob.send(NodeFrame.GONE.start().end());
            oob.close();
        }
        sentinel.close();
        agents.close();
    }
}
