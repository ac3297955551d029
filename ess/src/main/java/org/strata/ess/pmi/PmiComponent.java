package org.strata.ess.pmi;

import org.strata.ess.base.GuestJob;
import org.strata.mca.base.Boxes;
import org.strata.mca.ess.EssComponent;

import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * The environment of ranks that Hydra or srun started. A step of Slurm without any PMI is refused
 * here: each of its tasks would be a job of its own.
 */
public final class PmiComponent implements EssComponent {
    /** Above own's: mpirun removes these variables, so that they are those of a nearer launcher. */
    private static final int PRIORITY = 60;

    private static final String STEP = "SLURM_STEP_ID";
    private static final String STEP_TASKS = "SLURM_STEP_NUM_TASKS";

    private final Function<PmiConfig, GuestJob.Setting> setting;
    private final PmiConfig config;
    private final Map<String, String> environment;
    private final IntConsumer halt;

    /**
     * @param config its parameters
     * @param setting what a job needs beside its launcher
     * @param environment this process's environment
     * @param halt ends the process at once with an exit code, without shutdown hooks
     */
    public PmiComponent(
            PmiConfig config,
            Function<PmiConfig, GuestJob.Setting> setting,
            Map<String, String> environment,
            IntConsumer halt) {
        this.config = config;
        this.setting = setting;
        this.environment = environment;
        this.halt = halt;
    }

    @Override
    public String name() {
        return "pmi";
    }

    @Override
    public int priority() {
        return PRIORITY;
    }

    @Override
    public boolean available() {
        return hasServer() || isStepWithout();
    }

    private boolean hasServer() {
        return environment.containsKey(PmiClient.FD) || environment.containsKey(PmiClient.PORT);
    }

    /** Batch scripts have SLURM_PROCID and no step: the step's number tells tasks of srun. */
    private boolean isStepWithout() {
        String tasks = environment.getOrDefault(STEP_TASKS, "1");
        return environment.containsKey(STEP)
                && !tasks.equals("1")
                && !environment.containsKey("PMIX_RANK");
    }

    @Override
    public Membership join() throws EssException {
        if (!hasServer()) {
            throw new EssException(
                    Boxes.box(
                            "srun has started this process without a process manager interface: it"
                                    + " cannot find the other tasks of its step.\n\n"
                                    + "Use srun --mpi=pmi2 or srun --mpi=pmix, or start the program"
                                    + " by mpirun inside the allocation."),
                    null);
        }
        try {
            return GuestJob.join(PmiClient.connect(environment), setting.apply(config), halt);
        } catch (IOException e) {
            throw new EssException(
                    "This process cannot join the job of its launcher (PMI): " + e.getMessage(), e);
        }
    }
}
