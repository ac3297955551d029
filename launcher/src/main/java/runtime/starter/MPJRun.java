package runtime.starter;

import org.strata.launcher.Mpjrun;

/**
 * The class of MPJ Express' {@code starter.jar} that build files and run configurations start
 * instead of {@code mpjrun.sh}.
 */
public final class MPJRun {
    private MPJRun() {}

    /** Runs {@code mpjrun.sh} with these words. */
    public static void main(String[] words) throws InterruptedException {
        Mpjrun.main(words);
    }
}
