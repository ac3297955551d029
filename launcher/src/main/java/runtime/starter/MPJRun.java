package runtime.starter;

import org.strata.launcher.Mpjrun;
import org.strata.launcher.program.Distribution;
import org.strata.launcher.program.Programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The class of MPJ Express' {@code starter.jar} that build files, run configurations and programs
 * start instead of {@code mpjrun.sh}.
 */
public final class MPJRun {
    /**
     * Runs a job from within a program, in a process of its own, and waits for its end.
     *
     * @param words those of {@code mpjrun.sh}
     * @throws IOException when the job fails; its own messages are on stderr
     */
    public MPJRun(String[] words) throws IOException, InterruptedException {
        int code = run(words);
        if (code != 0) {
            throw new IOException("mpjrun has ended with exit code " + code + ".");
        }
    }

    private static int run(String[] words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Programs.ownJava().toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(List.of("-cp", Distribution.installed().jar().toString()));
        command.add(Mpjrun.class.getName());
        command.addAll(List.of(words));
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    /** Runs {@code mpjrun.sh} with these words. */
    public static void main(String[] words) throws InterruptedException {
        Mpjrun.main(words);
    }
}
