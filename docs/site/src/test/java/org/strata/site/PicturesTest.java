package org.strata.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

/** README's pictures: what a hanging job prints (docs/images/make), and the stack. */
class PicturesTest {
    private static final Path IMAGES = PagesTest.ROOT.resolve("docs/images");

    private static Document picture(String name) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(IMAGES.resolve(name).toFile());
    }

    private static List<Element> texts(Document picture) {
        NodeList nodes = picture.getElementsByTagName("text");
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> (Element) nodes.item(i))
                .toList();
    }

    @Test
    void theHangIsThatOfTheProgramBesideIt() throws Exception {
        Document hang = picture("hang.svg");
        int width = Integer.parseInt(hang.getDocumentElement().getAttribute("width"));
        List<String> lines = new ArrayList<>();
        for (Element text : texts(hang)) {
            lines.add(text.getTextContent());
            int end = Integer.parseInt(text.getAttribute("x"));
            end += Integer.parseInt(text.getAttribute("textLength"));
            assertThat(end).as(text.getTextContent()).isLessThan(width);
        }
        List<String> program = Files.readAllLines(IMAGES.resolve("Dead.java"));
        assertThat(lines.getFirst()).startsWith("$ mpirun -np 3 --timeout");
        assertThat(lines).anyMatch(line -> line.endsWith(place(program, "recv(")));
        assertThat(lines).anyMatch(line -> line.endsWith(place(program, "barrier(")));
        assertThat(String.join("\n", lines))
                .contains("\ndeadlock: rank 0 waits for a message of rank 1");
        assertThat(String.join("\n", lines)).contains("1 message, tag 8, 4 bytes");
    }

    private static String place(List<String> program, String call) {
        int line = 0;
        while (!program.get(line).contains(call)) {
            line++;
        }
        return "Dead.main(Dead.java:" + (line + 1) + ")";
    }

    @Test
    void theStackHasEveryLayer() throws Exception {
        Document stack = picture("stack.svg");
        String words =
                String.join("|", texts(stack).stream().map(Element::getTextContent).toList());
        try (Stream<Path> rooms = Files.list(PagesTest.ROOT)) {
            List<String> layers =
                    rooms.map(room -> room.getFileName().toString())
                            .filter(name -> name.matches("(pml|bml|btl)-.*"))
                            .filter(name -> !name.matches(".*-(base|wrap|fault|trace)"))
                            .map(name -> name.substring(name.indexOf('-') + 1))
                            .toList();
            assertThat(layers).hasSizeGreaterThan(5).allMatch(words::contains);
        }
        assertThat(stack.getElementsByTagName("desc").getLength()).isEqualTo(1);
    }
}
