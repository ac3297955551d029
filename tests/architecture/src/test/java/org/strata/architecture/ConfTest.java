package org.strata.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.strata.mca.base.AllowedValue;
import org.strata.mca.base.Bounds;
import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.Declaration;
import org.strata.mca.base.Parameter;
import org.strata.mca.base.ParameterPage;
import org.strata.mca.base.ParameterSources;
import org.strata.mca.base.ParameterType;
import org.strata.mca.base.Parameters;
import org.strata.mca.btl.BtlAttributes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Configuration of the whole house: what is declared, and the files that are shipped. */
class ConfTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    @Test
    void everyParameterIsDocumentedInSentences() {
        for (Parameter parameter : resolve(List.of()).describe()) {
            Declaration declaration = parameter.declaration();
            assertThat(declaration.help())
                    .as(declaration.name())
                    .hasSizeGreaterThan(15)
                    .endsWith(".")
                    .matches("\\p{Lu}.*");
            assertThat(declaration.level()).as(declaration.name()).isBetween(1, 9);
        }
    }

    /** The default of a choice that classes define is not looked up when a rank starts. */
    @Test
    void everyDefaultOfAChoiceIsOneOfItsValues() {
        for (Parameter parameter : resolve(List.of()).describe()) {
            Declaration declaration = parameter.declaration();
            if (declaration.type() == ParameterType.ENUM) {
                assertThat(declaration.choices())
                        .as(declaration.name())
                        .extracting(AllowedValue::name)
                        .contains(declaration.defaultValue());
            }
        }
    }

    @Test
    void everyComponentIsFound() {
        assertThat(resolve(List.of()).components().modules())
                .extracting(m -> m.framework() + " " + m.name())
                .contains(
                        "btl self",
                        "btl shm",
                        "btl tcp",
                        "bml r2",
                        "pml ob1",
                        "pml tupleq",
                        "coll shm",
                        "coll tuned",
                        "io posix",
                        "mpool shared",
                        "mpool huge",
                        "mpool page",
                        "rcache grdma",
                        "ess own",
                        "ess singleton");
    }

    /** What {@link BtlAttributes#from} reads is bounded alike, whoever declares it. */
    @Test
    void everyBtlBoundsItsAttributesAlike() {
        Parameters parameters = resolve(List.of());
        Map<String, Bounds> shared =
                Map.of(
                        "exclusivity", new Bounds("0", ""),
                        "eager-limit", new Bounds("" + BtlAttributes.LEAST_PACKET, "1g"),
                        "rndv-eager-limit", new Bounds("" + BtlAttributes.LEAST_PACKET, "1g"),
                        "max-send-size", new Bounds("" + BtlAttributes.LEAST_PACKET, "1g"),
                        "latency", new Bounds("0", ""),
                        "bandwidth", new Bounds("0", ""));
        for (String btl : parameters.components().names("btl")) {
            Map<String, Bounds> found = new TreeMap<>();
            for (Parameter parameter : parameters.describe()) {
                Declaration declared = parameter.declaration();
                boolean own =
                        declared.framework().equals("btl") && declared.component().equals(btl);
                if (own && shared.containsKey(declared.key())) {
                    found.put(declared.key(), declared.bounds());
                }
            }
            assertThat(found).as("btl_%s", btl).isEqualTo(new TreeMap<>(shared));
        }
    }

    /** Rooms that work together do so by interfaces: none reads what another one declares. */
    @ParameterizedTest
    @MethodSource("rooms")
    void roomsReadTheirOwnParameters(Path room) throws IOException {
        Pattern use = Pattern.compile("\\.section\\(\\s*\"(\\w+)\",\\s*(\"?\\w+)");
        String pom = Files.readString(room.resolve("pom.xml"));
        String sources =
                text(room.resolve("src/main/java"), ".java").replaceAll("(?m)^ *\\*.*", "");
        Matcher matcher = use.matcher(sources);
        while (matcher.find()) {
            String component = literal(matcher.group(2), sources);
            String declared = "mca." + matcher.group(1) + "." + component + " {";
            String declaring =
                    rooms().filter(r ->
                                    text(r.resolve("src/main"), "reference.conf")
                                            .contains(declared))
                            .map(r -> r.getFileName().toString())
                            .findFirst()
                            .orElse("nowhere");
            boolean own = room.getFileName().toString().equals(declaring);
            assertThat(own || pom.contains("strata-" + declaring + "<"))
                    .as("%s reads %s }, declared in %s", room.getFileName(), declared, declaring)
                    .isTrue();
        }
    }

    /** Returns what a word of the source stands for: a literal, or a constant with a literal. */
    private static String literal(String word, String sources) {
        if (word.startsWith("\"")) {
            return word.substring(1);
        }
        Matcher constant = Pattern.compile("\\b" + word + " = \"(\\w+)\"").matcher(sources);
        return constant.find() ? constant.group(1) : word;
    }

    static Stream<Path> rooms() {
        try (Stream<Path> all = Files.list(ROOT)) {
            return all
                    .filter(r -> Files.isDirectory(r.resolve("src/main/java")))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the contents of all files whose names end so. */
    private static String text(Path folder, String end) {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(end)).toList()) {
                text.append(Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    @Test
    void theSiteFileChangesNothing() {
        assertThat(resolve(List.of()).describe()).noneMatch(Parameter::isSet);
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void everyProfileIsUnderstood(String profile) {
        Parameters parameters = resolve(List.of(profile));
        assertThat(parameters.problems().list()).isEmpty();
        assertThat(parameters.notices()).isEmpty();
        assertThat(parameters.describe()).anyMatch(Parameter::isSet);
    }

    @Test
    void aProfileIsAPictureOfTheStack() {
        assertThat(resolve(List.of("tcp")).selection("btl").included())
                .extracting(ComponentModule::name)
                .containsExactlyInAnyOrder("self", "tcp");
    }

    /** When this fails: {@code docs/generate}, and commit the pages. */
    @Test
    void thePagesOfParametersAreCurrent() throws IOException {
        Map<String, String> pages = new ParameterPage(resolve(List.of())).pages();
        Path made = Path.of("target/docs");
        for (Map.Entry<String, String> page : pages.entrySet()) {
            Path file = made.resolve(page.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, page.getValue());
        }

        Map<String, String> committed = new HashMap<>();
        Path docs = ROOT.resolve("docs");
        try (Stream<Path> files = Files.list(docs.resolve("parameters"))) {
            for (Path file : files.toList()) {
                committed.put("parameters/" + file.getFileName(), Files.readString(file));
            }
        }
        committed.put(ParameterPage.INDEX, Files.readString(docs.resolve(ParameterPage.INDEX)));
        assertThat(committed)
                .as("docs/parameters.md and docs/parameters: docs/generate writes them anew")
                .containsExactlyInAnyOrderEntriesOf(pages);
    }

    static Stream<String> profiles() {
        String[] names = ROOT.resolve("conf/profiles").toFile().list();
        return Stream.of(names == null ? new String[0] : names).sorted();
    }

    private static Parameters resolve(List<String> files) {
        return Parameters.resolve(
                new ParameterSources(
                        Map.of(),
                        Map.of(),
                        files,
                        ROOT,
                        null,
                        ROOT,
                        ConfTest.class.getClassLoader()));
    }
}
