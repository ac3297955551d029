package org.strata.mca.base;

import org.junit.jupiter.api.io.TempDir;
import org.strata.testkit.fuzz.FilesInMemory;
import org.strata.testkit.fuzz.FuzzContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Parameter files in all notations: whatever is wrong becomes a problem that the user reads. */
class ParameterFileFuzzTest extends FuzzContract {
    @TempDir(factory = FilesInMemory.class)
    Path temp;

    @Override
    protected List<byte[]> valid() {
        return utf8(
                "btl_tcp_links = 2 # two\nbtl = self,tcp\nmca.btl.tcp.if-include = [eth0, \"b\"]\n",
                "--mca btl_tcp_links 2 -x A=b\n-x \"C=d e\" -gmca k 'v w'\n",
                "mca { btl { tcp { links : 2 // why\n"
                        + " } } pml = ob1\n"
                        + " coll.tuned { a = ${mca.pml} } }");
    }

    @Override
    protected List<byte[]> words() {
        return utf8(
                "{",
                "}",
                "[",
                "]",
                "=",
                ":",
                "\"",
                "'",
                "\"\"\"",
                "${",
                "?",
                ".",
                ",",
                "#",
                "//",
                "\n",
                "include ",
                "-x ",
                "--mca ",
                "+=",
                "mca.",
                "1e99999",
                "null",
                "\\u00");
    }

    @Override
    protected void parse(byte[] input) throws IOException {
        Path file = Files.write(temp.resolve("strata.conf"), input);
        Problems problems = new Problems();
        ParameterFile read = ParameterFile.read(file, problems);
        for (Setting setting : read.settings()) {
            if (setting.key().isEmpty() && problems.isEmpty()) {
                throw new AssertionError(setting);
            }
        }
        if (!problems.isEmpty()) {
            problems.box();
        }
    }

    /** What the parser of HOCON makes of a text is some hundred times as long. */
    @Override
    protected long bound(int length) {
        return (16 << 20) + 8192L * length;
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of();
    }
}
