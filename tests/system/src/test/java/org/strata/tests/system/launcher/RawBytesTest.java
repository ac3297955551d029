package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.LinuxOnly;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;

/** Bytes that are no UTF-8 reach the ranks as they were given, as with Open MPI. */
@BesideOthers
@LinuxOnly("programs get bytes that are no text")
class RawBytesTest {
    /**
     * Arguments: directory, mpirun, its options. Makes directories and a program with names that
     * are no UTF-8, and runs the program on two ranks; each prints in hex: its directory, its first
     * argument, a variable that mpirun inherits, one that -x names and one that -x sets.
     */
    static final String SCRIPT =
            """
            set -e
            mpirun=$2
            options=$3
            cd "$1"
            here=$(printf 'd\\351 x')
            mkdir -p "$here" "$(printf 'w\\377')"
            cp /bin/sh "$(printf 'p\\351')"
            cd "$here"
            export INHERITED="$(printf 'i\\351')" NAMED="$(printf "n'\\377\\n")"
            "$mpirun" -np 2 $options -x NAMED -x SET="$(printf 's=\\200 \\303\\251')" \\
              "../$(printf 'p\\351')" -c '
                pwd=$(pwd -P)
                printf "%s|%s|%s|%s|%s" "${pwd##*/}" "$1" "$INHERITED" "$NAMED" "$SET" |
                  od -An -v -tx1 | tr -d " \\n"
                echo' x "$(printf 'a\\351\\377 \\303\\251\\n|')"
            """;

    @TempDir private Path folder;

    /** Returns the line of each rank whose directory is as given in Latin-1. */
    static String expected(String directory) {
        byte[] bytes =
                (directory
                                + "|a\u00e9\u00ff \u00c3\u00a9\n"
                                + "||i\u00e9|n'\u00ff|s=\u0080 \u00c3\u00a9")
                        .getBytes(StandardCharsets.ISO_8859_1);
        return HexFormat.of().formatHex(bytes);
    }

    /** The locale of the second row is not installed, which is as the one of the third. */
    @ParameterizedTest
    @UsualRows(2)
    @CsvSource({
        "C.UTF-8, '', d\u00e9 x",
        "xx_XX.UTF-8, '', d\u00e9 x",
        "C, --wdir ../w*, w\u00ff",
    })
    void theyArriveInAnyLocale(String locale, String options, String directory) {
        String mpirun = JobRunner.root().resolve("mpirun").toString();
        Result result =
                command("/bin/sh", "-c", SCRIPT, "sh", folder.toString(), mpirun, options)
                        .env("LC_ALL", locale)
                        .run()
                        .ok();
        assertThat(result.lines()).containsExactly(expected(directory), expected(directory));
        result.quiet();
    }

    @Test
    void aMessageHasTheirNumbers() {
        String job = JobRunner.root().resolve("mpirun") + " ./$(printf 'a\\351')";
        Result result = command("/bin/sh", "-c", job).in(folder).run().failed(1);
        assertThat(result.message()).contains("\"./a\\xE9\"").contains(folder + "/./a\\xE9");
    }
}
