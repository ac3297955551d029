package org.strata.launcher.ras;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.cli.UsageException;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

class NodeListTest {
    private static final int LISTS = Integer.getInteger("lists", 200);

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "a a",
                "a,b-c.d a,b-c.d",
                "n[1-3] n1,n2,n3",
                "n[08-11,3] n08,n09,n10,n11,n3",
                "n[098-101] n098,n099,n100,n101",
                "a[01-02,7]b[1-2]c,d a01b1c,a01b2c,a02b1c,a02b2c,a7b1c,a7b2c,d",
                "r[1-2][3-4] r13,r14,r23,r24",
            })
    void lists(String list, String names) throws UsageException {
        assertThat(NodeList.expand(list)).containsExactly(names.split(","));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a[",
                "a]",
                "a[]",
                "a[1-]",
                "a[-1]",
                "a[x]",
                "a[1-2",
                ",",
                "a,",
                "a,,b",
                "a b",
                "a\tb",
                "a[1,]",
                "a[12345678901234567890]",
                "a[1-9999999]",
                "a[1-300]b[1-300]",
                "a[1--2]",
                "a[1][1][1][1][1][1][1][1][1]"
            })
    void damage(String list) {
        assertThatThrownBy(() -> NodeList.expand(list)).isInstanceOf(UsageException.class);
    }

    /** A job has so many hosts, and DNS such names. */
    @Test
    void largestLists() throws UsageException {
        String most = String.join(",", Collections.nCopies(Allocation.LIMIT, "a"));
        assertThat(NodeList.expand(most)).hasSize(Allocation.LIMIT);
        assertThat(NodeList.expand("a[1-65536]")).hasSize(Allocation.LIMIT);
        assertThat(NodeList.expand("a".repeat(255))).hasSize(1);
        for (String more :
                List.of(most + ",a", "a[1-65537]", "a".repeat(256), "a".repeat(255) + "[1]")) {
            assertThatThrownBy(() -> NodeList.expand(more)).isInstanceOf(UsageException.class);
        }
    }

    /** A list with what it stands for, built side by side. */
    private record Sample(String list, List<String> names) {
        static Sample of(Random random) {
            List<String> words = new ArrayList<>();
            List<String> names = new ArrayList<>();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                StringBuilder word = new StringBuilder("n" + (char) ('a' + random.nextInt(26)));
                List<String> own = List.of(word.toString());
                // Slurm refuses letters behind the last bracket of a name.
                for (int brackets = random.nextInt(3); brackets > 0; brackets--) {
                    List<String> numbers = new ArrayList<>();
                    String end = brackets > 1 && random.nextBoolean() ? "x" : "";
                    word.append('[').append(ranges(random, numbers)).append(']').append(end);
                    own =
                            own.stream()
                                    .flatMap(name ->
                                            numbers.stream().map(number -> name + number + end))
                                    .toList();
                }
                words.add(word.toString());
                names.addAll(own);
            }
            return new Sample(String.join(",", words), names);
        }

        private static String ranges(Random random, List<String> numbers) {
            List<String> ranges = new ArrayList<>();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                int width = 1 + random.nextInt(4);
                int from = random.nextInt(120);
                int to = from + random.nextInt(12);
                String format = "%0" + width + "d";
                String first = String.format(format, from);
                boolean single = to == from;
                ranges.add(single ? first : first + "-" + String.format(format, to));
                for (int n = from; n <= to; n++) {
                    numbers.add(String.format(format, n));
                }
            }
            return String.join(",", ranges);
        }
    }

    @Test
    void randomLists() throws UsageException {
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < LISTS; i++) {
            Sample sample = Sample.of(random);
            assertThat(NodeList.expand(sample.list()))
                    .as("seed %d: %s", seed, sample.list())
                    .isEqualTo(sample.names());
        }
    }

    /** Slurm's own command is the judge where it is installed; it needs no Slurm that runs. */
    @Test
    void asSlurmExpandsThem() throws Exception {
        assumeThat(Path.of("/usr/bin/scontrol")).as("scontrol is not installed").exists();
        Path config = Files.createTempFile("slurm", ".conf");
        try {
            Files.writeString(config, "ClusterName=t\nSlurmctldHost=localhost\n");
            long seed = Long.getLong("seed", System.nanoTime());
            Random random = new Random(seed);
            StringBuilder script = new StringBuilder();
            List<Sample> samples = new ArrayList<>();
            for (int i = 0; i < LISTS; i++) {
                samples.add(Sample.of(random));
                script.append("scontrol show hostnames '")
                        .append(samples.getLast().list())
                        .append("'; echo\n");
            }
            ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", script.toString());
            builder.environment().put("SLURM_CONF", config.toString());
            Process process = builder.redirectErrorStream(true).start();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String[] expected = output.split("\n\n");
            assertThat(expected).as(output).hasSize(LISTS);
            for (int i = 0; i < LISTS; i++) {
                assertThat(NodeList.expand(samples.get(i).list()))
                        .as("seed %d: %s", seed, samples.get(i).list())
                        .containsExactly(expected[i].split("\n"));
            }
        } finally {
            Files.delete(config);
        }
    }
}
