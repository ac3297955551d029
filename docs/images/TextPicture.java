import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a picture (SVG) of what a command has printed: {@code java TextPicture.java TEXT SVG TITLE
 * COMMAND}. Numbers of jobs and the directory become fixed words, so that the same output gives the
 * same picture.
 */
class TextPicture {
    private static final int LINE = 20;
    private static final int LONGEST = 92;
    private static final double COLUMN = 8.05;

    private static final String STYLE =
            """
            <style>
            text { font: 13.4px ui-monospace, "Cascadia Code", Menlo, \
            Consolas, "DejaVu Sans Mono", monospace; white-space: pre; fill: #1c2027; }
            rect { fill: #f4f5f8; stroke: #d5d9e0; } \
            .command { fill: #0b5cad; } .strong { font-weight: bold; } .answer { fill: #b3261e; }
            @media (prefers-color-scheme: dark) {
            text { fill: #e4e7ec; } rect { fill: #1d2128; stroke: #363c46; } \
            .command { fill: #84bdf7; } .answer { fill: #ff9a90; } }
            </style>
            """;

    void main(String[] args) throws IOException {
        String directory = Path.of("").toAbsolutePath().toString();
        List<String> lines = new ArrayList<>();
        lines.add("$ " + args[3]);
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            wrap(
                    line.replace(directory, "/home/me")
                            .replaceAll("\\b\\d+-[0-9a-f]{4,8}\\b", "8512-1c2b")
                            .stripTrailing(),
                    lines);
        }
        Files.writeString(Path.of(args[1]), picture(lines, args[2]));
    }

    private static String picture(List<String> lines, String title) {
        int columns = lines.stream().mapToInt(String::length).max().orElse(0);
        int width = (int) (columns * COLUMN) + 32;
        int height = lines.size() * LINE + 24;
        StringBuilder svg = new StringBuilder();
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" ")
                .append("width=\"%d\" height=\"%d\" role=\"img\" aria-labelledby=\"title\">\n")
                .append("<title id=\"title\">%s</title>\n");
        String head = svg.toString().formatted(width, height, width, height, escaped(title));
        svg = new StringBuilder(head).append(STYLE);
        String frame = "<rect x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n";
        svg.append(frame.formatted(width - 1, height - 1));
        int y = 8;
        String kind = "";
        for (String line : lines) {
            y += LINE;
            kind = line.startsWith("    ") ? kind : kind(line);
            svg.append("<text x=\"16\" y=\"" + y + "\"")
                    .append(kind.isEmpty() ? "" : " class=\"" + kind + "\"")
                    .append(" textLength=\"" + Math.round(line.length() * COLUMN))
                    .append("\" xml:space=\"preserve\">" + escaped(line) + "</text>\n");
        }
        return svg.append("</svg>\n").toString();
    }

    /** Returns the class of a line that continues none. */
    private static String kind(String line) {
        if (line.startsWith("$ ")) {
            return "command";
        }
        if (line.startsWith("mpirun:")) {
            return "strong";
        }
        return line.startsWith("deadlock:") || line.startsWith("arrived") ? "answer" : "";
    }

    private static void wrap(String line, List<String> lines) {
        String rest = line;
        while (rest.length() > LONGEST && rest.lastIndexOf(' ', LONGEST) > 4) {
            int end = rest.lastIndexOf(' ', LONGEST);
            lines.add(rest.substring(0, end));
            rest = "    " + rest.substring(end + 1);
        }
        lines.add(rest);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
