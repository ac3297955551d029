package org.strata.launcher.ess;

import org.strata.mca.ess.EssComponent;
import org.strata.oob.LocalOob;
import org.strata.oob.Secrets;

import java.util.HexFormat;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** A program started without any launcher: a job of one process. Always available. */
public final class SingletonComponent implements EssComponent {
    private static final int SECRET_BYTES = 32;

    private final Supplier<String> host;
    private final int slots;
    private final IntConsumer exit;

    /**
     * @param host gives this node's name
     * @param slots usable processors, the universe size
     * @param exit ends the process with an exit code
     */
    public SingletonComponent(Supplier<String> host, int slots, IntConsumer exit) {
        this.host = host;
        this.slots = slots;
        this.exit = exit;
    }

    @Override
    public String framework() {
        return "ess";
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
        byte[] secret = Secrets.random(SECRET_BYTES);
        String nonce = HexFormat.of().formatHex(Secrets.random(Integer.BYTES));
        String jobId = ProcessHandle.current().pid() + "-" + nonce;
        return new Membership(
                new SingletonEnvironment(jobId, host.get(), slots, secret, exit), new LocalOob());
    }
}
