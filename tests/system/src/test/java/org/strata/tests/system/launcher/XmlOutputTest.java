package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner.Result;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;

/** Documents of {@code --xml}; expected texts are what Open MPI 4.1.4 printed. */
@BesideOthers
class XmlOutputTest {
    private static final String SOME =
            "printf 'a<b>&\\t\\303\\251 end\\n'; echo err >&2; printf 'no newline'";

    @TempDir Path temp;

    private static Document document(String text) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)));
    }

    /** Returns the contents of the elements of one stream; of no rank for those of mpirun. */
    private static String content(Document document, String stream, String rank) {
        List<String> content = new ArrayList<>();
        NodeList all = document.getDocumentElement().getElementsByTagName(stream);
        for (int i = 0; i < all.getLength(); i++) {
            Element element = (Element) all.item(i);
            if (element.getAttribute("rank").equals(rank)) {
                content.add(element.getTextContent());
            }
        }
        return String.join("", content);
    }

    @ParameterizedTest
    @UsualRows(1)
    @ValueSource(strings = {"--xml", "--merge-stderr-to-stdout --xml", "-xml", "--output=xml"})
    void aDocumentAsOpenMpiWritesIt(String options) throws Exception {
        List<String> words = new ArrayList<>(List.of(options.split(" ")));
        words.addAll(List.of("-np", "2", "sh", "-c", SOME));
        Result result = mpirun(words.toArray(String[]::new)).run().ok();
        result.quiet();
        String text = result.text();
        assertThat(text).startsWith("<mpirun>\n<").endsWith("</mpirun>\n");
        for (String rank : List.of("0", "1")) {
            assertThat(text)
                    .contains(
                            "<stdout rank=\"%s\">a&lt;b&gt;&amp;&#009;&#195;&#169; end&#010;</stdout>\n"
                                    .formatted(rank),
                            "<stderr rank=\"%s\">err&#010;</stderr>\n".formatted(rank),
                            "<stdout rank=\"%s\">no newline</stdout>".formatted(rank));
            assertThat(content(document(text), "stdout", rank))
                    .isEqualTo("a<b>&\t\303\251 end\nno newline");
        }
    }

    @Test
    void errorsOfMpirunAreInIt() throws Exception {
        Result failed = mpirun("--xml", "-np", "1", "sh", "-c", "exit 3").run();
        assertThat(failed.code()).isEqualTo(3);
        assertThat(failed.err()).isEmpty();
        assertThat(content(document(failed.text()), "stderr", "")).contains("exited with code 3");
        Result refused = mpirun("--xml", "-np", "1", "/no/such/program").run();
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).isEmpty();
        assertThat(content(document(refused.text()), "stderr", "")).contains("/no/such/program");
    }

    @Test
    void mapAndAllocation() throws Exception {
        String[] words = {
            "--xml", "--display", "map,allocation", "--host", "localhost:2", "-np", "2", "true"
        };
        String text = mpirun(words).run().ok().text();
        String host = text.replaceAll("(?s).*<host name=\"([^\"]*)\".*", "$1");
        assertThat(text)
                .isEqualTo(
                        """
                        <mpirun>
                        <map>
                        \t<host name="HOST" slots="2" max_slots="0">
                        \t\t<process rank="0" status="INITIALIZED"/>
                        \t\t<process rank="1" status="INITIALIZED"/>
                        \t</host>
                        </map>
                        <allocation>
                        \t<host name="HOST" slots="2" max_slots="0" slots_inuse="0"/>
                        </allocation>
                        </mpirun>
                        """
                                .replace("HOST", host));
    }

    @Test
    void aFile() throws Exception {
        Path file = temp.resolve("out.xml");
        Result result =
                mpirun("--xml-file", "out.xml", "-np", "1", "sh", "-c", "echo hi; exit 3")
                        .in(temp)
                        .run();
        assertThat(result.code()).isEqualTo(3);
        assertThat(result.text()).isEmpty();
        assertThat(result.err()).isEmpty();
        Document document = document(Files.readString(file));
        assertThat(content(document, "stdout", "0")).isEqualTo("hi\n");
        assertThat(content(document, "stderr", "")).contains("exited with code 3");
        mpirun("--mca", "orte_xml_file", file.toString(), "-np", "1", "echo", "ho").run().ok();
        assertThat(content(document(Files.readString(file)), "stdout", "0")).isEqualTo("ho\n");
        assertThat(
                        mpirun("--mca", "orte_xml_output", "1", "-np", "1", "echo", "ho")
                                .run()
                                .ok()
                                .lines())
                .containsExactly("<mpirun>", "<stdout rank=\"0\">ho&#010;</stdout>", "</mpirun>");
    }

    @Test
    void aFileThatCannotBeWritten() throws IOException {
        Result refused =
                mpirun("--xml-file", temp + "/no/x", "-np", "1", "touch", temp + "/started")
                        .run()
                        .failed(1);
        assertThat(refused.message()).contains("--xml-file cannot be written", "/no/x");
        assertThat(temp.resolve("started")).doesNotExist();
        Path full = Path.of("/dev/full");
        Result cut = mpirun("--xml-file", full.toString(), "-np", "1", "echo", "x").run();
        assertThat(cut.code()).isEqualTo(1);
        assertThat(cut.err()).contains("/dev/full cannot be written: No space left on device");
    }
}
