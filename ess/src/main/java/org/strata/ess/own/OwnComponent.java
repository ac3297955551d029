package org.strata.ess.own;

import org.strata.mca.ess.EssComponent;
import org.strata.oob.client.OobClient;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * The environment of ranks that Strata's own mpirun started: a variable names the file with the
 * address of the control server and the job's secret.
 */
public final class OwnComponent implements EssComponent {
    /** Above singleton's; below that of environments whose launcher is nearer to the process. */
    private static final int PRIORITY = 50;

    private final OwnConfig config;
    private final Map<String, String> environment;
    private final IntConsumer halt;

    /**
     * @param config its parameters
     * @param environment this process's environment
     * @param halt ends the process at once with an exit code, without shutdown hooks
     */
    public OwnComponent(OwnConfig config, Map<String, String> environment, IntConsumer halt) {
        this.config = config;
        this.environment = environment;
        this.halt = halt;
    }

    @Override
    public String name() {
        return "own";
    }

    @Override
    public int priority() {
        return PRIORITY;
    }

    @Override
    public boolean available() {
        return RankIdentity.isIn(environment);
    }

    @Override
    public Membership join() throws EssException {
        // First, since a thread inherits the binding of the one that starts it.
        boolean bound = ThreadBinding.isAsked(environment);
        if (bound) {
            ThreadBinding.bind(environment);
        }
        try {
            RankIdentity identity = RankIdentity.from(environment);
            JobContact contact = JobContact.read(identity.contact());
            OobClient.Ticket ticket =
                    new OobClient.Ticket(
                            contact.server(),
                            contact.secret(),
                            identity.rank(),
                            ProcessHandle.current().pid(),
                            config.joinTimeout());
            OobClient oob =
                    OobClient.join(
                            ticket,
                            this::lost,
                            OwnComponent::thread,
                            () -> {
                                if (!bound) {
                                    ThreadBinding.bind(environment);
                                }
                            });
            return new Membership(
                    new OwnEnvironment(
                            oob,
                            identity,
                            environment.containsKey(RankIdentity.OTHER_HOSTS),
                            contact.secret(),
                            halt),
                    oob);
        } catch (IOException e) {
            throw new EssException("This process cannot join its job: " + reason(e), e);
        }
    }

    /** Exceptions about files have the path as their message, and the reason as their class. */
    static String reason(IOException e) {
        return switch (e) {
            case AccessDeniedException _ ->
                    e.getMessage()
                            + ": permission denied; does it run as another user than mpirun?";
            case NoSuchFileException _ ->
                    e.getMessage()
                            + ": no such file; does it see another directory of temporary files"
                            + " than mpirun?";
            default -> e.getMessage();
        };
    }

    /** Ends this process when mpirun has died: nothing else would end it when other ranks die. */
    private void lost(String reason) {
        halt.accept(OwnEnvironment.LOST);
    }

    private static Thread thread(Runnable task) {
        return Thread.ofPlatform().daemon().name("strata-oob").unstarted(task);
    }
}
