import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

import javax.xml.parsers.DocumentBuilderFactory;

/** Prints PIT's result for a module as a row of a table, and the survivors as lines. */
public final class MutationRow {
    private MutationRow() {}

    /**
     * Prints the row.
     *
     * @param args the module, and "survivors" to list those that no test has killed
     */
    public static void main(String[] args) throws Exception {
        Path report = Path.of(args[0], "target", "pit-reports", "mutations.xml");
        NodeList mutations =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(report.toFile())
                        .getElementsByTagName("mutation");
        Map<String, Integer> counts = new TreeMap<>();
        for (int i = 0; i < mutations.getLength(); i++) {
            Element mutation = (Element) mutations.item(i);
            String status = mutation.getAttribute("status");
            counts.merge(status, 1, Integer::sum);
            if (args.length > 1 && status.equals("SURVIVED")) {
                System.out.printf(
                        "%s.%s:%s %s%n",
                        text(mutation, "mutatedClass"),
                        text(mutation, "mutatedMethod"),
                        text(mutation, "lineNumber"),
                        text(mutation, "description"));
            }
        }
        int all = mutations.getLength();
        int covered = all - counts.getOrDefault("NO_COVERAGE", 0);
        int survived = counts.getOrDefault("SURVIVED", 0);
        System.out.printf(
                "| %s | %d | %d | %.0f %% | %d | %d |%n",
                args[0],
                all,
                covered,
                100.0 * (covered - survived) / Math.max(1, covered),
                counts.getOrDefault("TIMED_OUT", 0),
                survived);
    }

    private static String text(Element mutation, String name) {
        return mutation.getElementsByTagName(name).item(0).getTextContent();
    }
}
