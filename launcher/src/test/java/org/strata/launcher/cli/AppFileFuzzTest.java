package org.strata.launcher.cli;

import org.junit.jupiter.api.io.TempDir;
import org.strata.testkit.fuzz.FilesInMemory;
import org.strata.testkit.fuzz.FuzzContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Files of programs, whose lines have options as the command line has. */
class AppFileFuzzTest extends FuzzContract {
    @TempDir(factory = FilesInMemory.class)
    Path temp;

    @Override
    protected List<byte[]> valid() {
        return utf8(
                "-np 2 --map-by ppr:2:package -x A=1 java 'My Program' # two\n-n 1 ./other\n",
                "--host a:2,b -np 3 --mca btl tcp,self -wdir /tmp \"a b\" c\\ d\n",
                "--bind-to core --rank-by slot --timeout 5 --stdin none -np 1 true\n");
    }

    @Override
    protected List<byte[]> words() {
        return utf8(
                "-np ",
                "--host ",
                "--mca ",
                "-x ",
                "'",
                "\"",
                "\\",
                "--",
                "--map-by ",
                "ppr:",
                ":pe=",
                "--bind-to ",
                "--timeout ",
                "--tag-output ",
                "--api ",
                " : ",
                "\n",
                "-1");
    }

    @Override
    protected void parse(byte[] input) throws IOException, UsageException {
        Path file = Files.write(temp.resolve("app"), input);
        JobRequest request =
                new CommandLineParser(Map.of()).parse(List.of("--app", file.toString()));
        for (AppContext program : request.programs()) {
            if (program.command().isEmpty()) {
                throw new AssertionError(program);
            }
        }
    }

    /** An unknown option is compared with every known one. */
    @Override
    protected long bound(int length) {
        return (4 << 20) + 16_384L * length;
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(UsageException.class);
    }
}
