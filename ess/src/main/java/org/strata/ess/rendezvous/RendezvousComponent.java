package org.strata.ess.rendezvous;

import org.strata.ess.base.GuestJob;
import org.strata.mca.base.Boxes;
import org.strata.mca.ess.EssComponent;

import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** The environment of ranks that meet at an address. */
public final class RendezvousComponent implements EssComponent {
    /** Below own's: whoever starts an mpirun in such an environment wants its ranks. */
    private static final int PRIORITY = 40;

    private final RendezvousConfig config;
    private final Function<RendezvousConfig, GuestJob.Setting> setting;
    private final Map<String, String> environment;
    private final IntConsumer halt;

    /**
     * @param config its parameters
     * @param setting what a job needs beside its meeting point
     * @param environment this process's environment
     * @param halt ends the process at once with an exit code, without shutdown hooks
     */
    public RendezvousComponent(
            RendezvousConfig config,
            Function<RendezvousConfig, GuestJob.Setting> setting,
            Map<String, String> environment,
            IntConsumer halt) {
        this.config = config;
        this.setting = setting;
        this.environment = environment;
        this.halt = halt;
    }

    @Override
    public String name() {
        return "rendezvous";
    }

    @Override
    public int priority() {
        return PRIORITY;
    }

    @Override
    public boolean available() {
        return MeetingPoint.isIn(environment);
    }

    @Override
    public Membership join() throws EssException {
        try {
            MeetingPoint point = MeetingPoint.from(environment);
            Rendezvous meeting = Rendezvous.of(point, config.timeout(), halt);
            try {
                return GuestJob.join(meeting, setting.apply(config), halt);
            } catch (IOException e) {
                meeting.finish();
                throw e;
            }
        } catch (IOException e) {
            String text = "This process cannot join its job (rendezvous): " + e.getMessage();
            throw new EssException(Boxes.box(text), e);
        }
    }
}
