package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.List;

class SelectionTest {
    @TempDir private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "''; self,shm,tcp",
                "self,tcp; self,tcp",
                "' tcp , self '; self,tcp",
                "^tcp; self,shm",
                "^tcp,shm; self",
                "'^tcp,^shm'; self",
                "'^ tcp'; self,shm",
                "^; self,shm,tcp",
                "^elan; self,shm,tcp",
                "self,vader; self,shm",
                "^sm; self,tcp",
            })
    void includesAndExcludes(String value, String expected) {
        Parameters parameters = resolve("btl", value);
        assertThat(parameters.problems().list()).isEmpty();
        assertThat(String.join(",", names(parameters))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"self,^tcp", "^self,t^cp", "self^", "^^self"})
    void theNegationStandsFirstOrNowhere(String value) {
        assertThat(resolve("btl", value).problems().list())
                .singleElement()
                .satisfies(p -> assertThat(p).contains("before the whole list"));
    }

    @Test
    void severalOptionsAreOneList() {
        ParameterFixture fixture = new ParameterFixture(directory);
        Parameters parameters = fixture.mca("btl", "tcp").mca("btl", "self").resolve();
        assertThat(names(parameters)).containsExactly("self", "tcp");
        assertThat(parameters.find("btl").value()).isEqualTo("tcp,self");
    }

    @Test
    void oldNamesAreUnderstoodAndToldOnce() {
        Parameters parameters =
                new ParameterFixture(directory)
                        .mca("btl", "self,sm")
                        .mca("btl_sm_segment_size", "8m")
                        .resolve();
        assertThat(parameters.problems().list()).isEmpty();
        assertThat(parameters.section("btl", "shm").size("segment-size")).isEqualTo(8 << 20);
        assertThat(parameters.notices())
                .singleElement()
                .satisfies(n -> assertThat(n).contains("\"sm\"").contains("\"shm\""));
    }

    @Test
    void anExcludedNameThatLooksMistypedIsTold() {
        Parameters parameters = resolve("btl", "^tpc");
        assertThat(parameters.problems().list()).isEmpty();
        assertThat(parameters.notices()).singleElement().asString().contains("Did you mean tcp?");
    }

    @Test
    void aBtlListWithoutSelfIsTold() {
        assertThat(resolve("btl", "tcp").notices())
                .singleElement()
                .satisfies(n -> assertThat(n).contains("leaves out \"self\""));
        assertThat(resolve("btl", "self").notices()).isEmpty();
    }

    @Test
    void nothingLeftIsAProblem() {
        assertThat(resolve("btl", "^self,shm,tcp").problems().list())
                .singleElement()
                .satisfies(p -> assertThat(p).contains("Installed: self, shm, tcp."));
    }

    private Parameters resolve(String key, String value) {
        return new ParameterFixture(directory).mca(key, value).resolve();
    }

    private static List<String> names(Parameters parameters) {
        return parameters.selection("btl").included().stream().map(ComponentModule::name).toList();
    }
}
