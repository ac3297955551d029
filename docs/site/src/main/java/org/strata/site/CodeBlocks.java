package org.strata.site;

import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlWriter;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Blocks of code with a head, which says what they are, and a button that copies them. A block
 * without a language is a console, a shell's script or a text: its first line decides, so that
 * pages read the same elsewhere.
 */
final class CodeBlocks implements NodeRenderer {
    private static final Pattern COMMAND =
            Pattern.compile(
                    "(#!.*sh|(\\./|bin/|tests/|benchmarks/|docs/|packaging/|config/)[\\w/-]+ |"
                            + "(mpirun|mpi_info|mpijavac|mvn|cp|cd|export|for|java|git|head|tar|"
                            + "mpjboot|[A-Z_]+=\\S+) ).*",
                    Pattern.DOTALL);
    private static final Map<String, String> KINDS =
            Map.ofEntries(
                    Map.entry("console", "Console"),
                    Map.entry("text", "Text"),
                    Map.entry("bash", "Shell"),
                    Map.entry("java", "Java"),
                    Map.entry("xml", "XML"),
                    Map.entry("groovy", "Gradle"),
                    Map.entry("json", "JSON"),
                    Map.entry("yaml", "YAML"),
                    Map.entry("docker", "Dockerfile"),
                    Map.entry("hocon", "Settings"));

    private final HtmlWriter html;
    private final Highlighter highlighter;

    CodeBlocks(HtmlNodeRendererContext context, Highlighter highlighter) {
        html = context.getWriter();
        this.highlighter = highlighter;
    }

    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
        return Set.of(FencedCodeBlock.class, IndentedCodeBlock.class);
    }

    @Override
    public void render(Node node) {
        String code;
        String language = "";
        if (node instanceof FencedCodeBlock block) {
            code = block.getLiteral();
            language = block.getInfo().strip();
        } else {
            code = ((IndentedCodeBlock) node).getLiteral();
        }
        if (!KINDS.containsKey(language)) {
            language = kind(code);
        }
        String label = KINDS.get(language);
        html.line();
        html.raw("<div class=\"block\"><div><span>" + label + "</span>");
        html.raw("<button type=\"button\" class=\"scripted\" aria-label=\"Copy this: ");
        html.raw(label + "\">Copy</button></div>\n<pre tabindex=\"0\" role=\"group\" ");
        html.raw("aria-label=\"" + label + "\"><code>");
        html.raw(language.equals("console") ? console(code) : highlighter.html(code, language));
        html.raw("</code></pre></div>");
        html.line();
    }

    /** Returns what a block without a language is. */
    static String kind(String code) {
        if (code.startsWith("$ ") || code.contains("\n$ ")) {
            return "console";
        }
        if (code.startsWith("{") || code.startsWith("[{")) {
            return "json";
        }
        return COMMAND.matcher(code).matches() ? "bash" : "text";
    }

    /** Prompts cannot be selected, output is muted. */
    private String console(String code) {
        StringBuilder lines = new StringBuilder();
        boolean command = false;
        for (String line : code.split("\n", -1)) {
            boolean prompt = line.startsWith("$ ");
            if (prompt || command) {
                String words = prompt ? line.substring(2) : line;
                lines.append(prompt ? "<span class=\"p\">$ </span>" : "");
                lines.append(highlighter.html(words, "bash")).append('\n');
                command = line.endsWith("\\");
            } else if (line.isEmpty()) {
                lines.append('\n');
            } else {
                lines.append("<span class=\"o\">").append(Html.escaped(line));
                lines.append("</span>\n");
            }
        }
        return lines.toString().stripTrailing() + "\n";
    }
}
