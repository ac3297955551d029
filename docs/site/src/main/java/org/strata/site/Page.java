package org.strata.site;

import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** A page in Markdown: its headings' anchors and its links. */
final class Page {
    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final int LONGEST_WORD = 20;

    private final Path file;
    private final Node text;
    private final Map<Node, String> anchors = new LinkedHashMap<>();
    private final List<Link> links = new ArrayList<>();
    private final List<Image> images = new ArrayList<>();
    private String title;

    private Page(Path file, Node text) {
        this.file = file;
        this.text = text;
        title = file.toString();
        Map<String, Integer> used = new HashMap<>();
        text.accept(
                new AbstractVisitor() {
                    @Override
                    public void visit(Heading heading) {
                        String words = words(heading);
                        if (heading.getLevel() == 1) {
                            title = words;
                        }
                        int before = used.merge(anchor(words), 1, Integer::sum) - 1;
                        anchors.put(heading, anchor(words) + (before == 0 ? "" : "-" + before));
                        visitChildren(heading);
                    }

                    @Override
                    public void visit(Link link) {
                        links.add(link);
                        visitChildren(link);
                    }

                    @Override
                    public void visit(Image image) {
                        images.add(image);
                    }

                    // All other HTML is shown as text.
                    @Override
                    public void visit(HtmlBlock html) {
                        if (html.getLiteral().startsWith("<!--")) {
                            html.unlink();
                        }
                    }

                    @Override
                    public void visit(HtmlInline html) {
                        if (html.getLiteral().equals("<br>")) {
                            html.insertBefore(new HardLineBreak());
                            html.unlink();
                        }
                    }
                });
    }

    /**
     * Reads a page.
     *
     * @param root of the repository
     * @param file relative to the root
     */
    static Page read(Path root, Path file) throws IOException {
        return of(file, Files.readString(root.resolve(file)));
    }

    /** Returns a page of a text that is no file of the repository. */
    static Page of(Path file, String markdown) {
        return new Page(file, PARSER.parse(markdown));
    }

    Node text() {
        return text;
    }

    /** Returns the anchor of one of its headings; empty for null. */
    String anchor(Heading heading) {
        return heading == null ? "" : anchors.get(heading);
    }

    /** Returns the texts of the headings of level 2 by their anchors, in order. */
    Map<String, String> sections() {
        Map<String, String> sections = new LinkedHashMap<>();
        anchors.forEach((node, anchor) -> {
            if (((Heading) node).getLevel() == 2) {
                sections.put(anchor, words(node));
            }
        });
        return sections;
    }

    /** Returns the first paragraph. */
    String lead() {
        for (Node node = text.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Paragraph) {
                return words(node);
            }
        }
        return title;
    }

    Path file() {
        return file;
    }

    /** Returns the first heading of level 1. */
    String title() {
        return title;
    }

    List<String> anchors() {
        return List.copyOf(anchors.values());
    }

    /** Returns where its links lead and where its images are. */
    List<String> links() {
        return Stream.concat(
                        links.stream().map(Link::getDestination),
                        images.stream().map(Image::getDestination))
                .toList();
    }

    /** Returns the texts of the links to other pages under each heading, in order. */
    Map<String, Map<String, String>> contents() {
        Map<String, Map<String, String>> contents = new LinkedHashMap<>();
        text.accept(
                new AbstractVisitor() {
                    private String section = "";

                    @Override
                    public void visit(Heading heading) {
                        section = words(heading);
                    }

                    @Override
                    public void visit(Link link) {
                        contents.computeIfAbsent(section, none -> new LinkedHashMap<>())
                                .putIfAbsent(link.getDestination(), words(link));
                    }
                });
        return contents;
    }

    /** Returns the page as HTML, with links to the pages' places in the site. */
    String html(Path root, Highlighter highlighter) {
        for (Link link : links) {
            link.setDestination(published(root, file, link.getDestination()));
        }
        for (Image image : images) {
            image.setDestination(published(root, file, image.getDestination()));
        }
        String html =
                HtmlRenderer.builder()
                        .extensions(EXTENSIONS)
                        .escapeHtml(true)
                        .nodeRendererFactory(context -> new CodeBlocks(context, highlighter))
                        .attributeProviderFactory(context ->
                                (node, tag, attributes) -> {
                                    if (anchors.containsKey(node)) {
                                        attributes.put("id", anchors.get(node));
                                    }
                                    Tables.attributes(node, attributes);
                                    if (node instanceof Code code && isWord(code.getLiteral())) {
                                        attributes.put("class", "w");
                                    }
                                })
                        .build()
                        .render(text);
        return Tables.boxed(html, text);
    }

    /** Whether a line should not end inside of this code, as it may behind any hyphen. */
    private static boolean isWord(String code) {
        return code.length() <= LONGEST_WORD && code.indexOf(' ') < 0;
    }

    /** Returns the link from one page's place in the site to where a link leads. */
    static String published(Path root, Path from, String link) {
        if (Target.outside(link)) {
            return link;
        }
        Target target = Target.of(root, from, link);
        String hash = target.anchor().isEmpty() ? "" : "#" + target.anchor();
        return relative(from, Target.published(target.file())) + hash;
    }

    /** Returns the relative link from a page to a file of the site. */
    static String relative(Path page, Path to) {
        Path directory = page.getParent();
        return slashes(directory == null ? to : directory.relativize(to));
    }

    /** Returns a path as addresses have it. */
    static String slashes(Path path) {
        return path.toString().replace(path.getFileSystem().getSeparator(), "/");
    }

    /** Returns a heading's anchor as GitHub makes it. */
    static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }

    /** Returns a node's words. */
    static String words(Node node) {
        StringBuilder words = new StringBuilder();
        node.accept(
                new AbstractVisitor() {
                    @Override
                    public void visit(Text part) {
                        words.append(part.getLiteral());
                    }

                    @Override
                    public void visit(Code code) {
                        words.append(code.getLiteral());
                    }

                    @Override
                    public void visit(SoftLineBreak end) {
                        words.append(' ');
                    }
                });
        return words.toString();
    }

    /** Returns a node's words, those of code and of all blocks in it included. */
    static String allWords(Node node) {
        StringBuilder words = new StringBuilder();
        collect(node, words);
        return words.toString().replaceAll("\\s+", " ").strip();
    }

    private static void collect(Node node, StringBuilder words) {
        switch (node) {
            case Text part -> words.append(part.getLiteral());
            case Code code -> words.append(code.getLiteral());
            case FencedCodeBlock code -> words.append(code.getLiteral());
            case IndentedCodeBlock code -> words.append(code.getLiteral());
            case SoftLineBreak end -> words.append(' ');
            case HardLineBreak end -> words.append(' ');
            default -> {
                for (Node part = node.getFirstChild(); part != null; part = part.getNext()) {
                    collect(part, words);
                }
                words.append(node instanceof Block || node instanceof TableCell ? " " : "");
            }
        }
    }
}
