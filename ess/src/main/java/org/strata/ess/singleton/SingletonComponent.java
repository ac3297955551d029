package org.strata.ess.singleton;

import org.strata.ess.base.JobIdentity;
import org.strata.mca.ess.EssComponent;
import org.strata.oob.LocalOob;

import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** The environment of a program without any launcher: a job of one process. Always available. */
public final class SingletonComponent implements EssComponent {
    private final Supplier<String> host;
    private final int slots;
    private final IntConsumer exit;

    /**
     * @param host returns this node's name
     * @param slots usable processors, the universe size
     * @param exit ends the process with an exit code
     */
    public SingletonComponent(Supplier<String> host, int slots, IntConsumer exit) {
        this.host = host;
        this.slots = slots;
        this.exit = exit;
    }

    @Override
    public String name() {
        return "singleton";
    }

    @Override
    public boolean available() {
        return true;
    }

    @Override
    public Membership join() {
        return new Membership(
                new SingletonEnvironment(JobIdentity.create(), host.get(), slots, exit),
                new LocalOob());
    }
}
