import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import com.google.googlejavaformat.java.StringWrapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Formats every Java file of the tree with google-java-format (AOSP style), or checks that it is
 * formatted. Run by the root pom on the selected JDK: {@code --check} reports and fails, {@code
 * --replace} rewrites.
 */
final class FormatTree {
    private static final Set<String> SKIPPED = Set.of("target", "dist", ".git");

    private FormatTree() {}

    public static void main(String[] args) throws IOException {
        boolean replace = args.length > 0 && args[0].equals("--replace");
        JavaFormatterOptions options =
                JavaFormatterOptions.builder().style(JavaFormatterOptions.Style.AOSP).build();
        Formatter formatter = new Formatter(options);
        List<String> bad =
                javaFiles(Path.of("")).parallelStream()
                        .map(file -> format(file, formatter, replace))
                        .filter(complaint -> !complaint.isEmpty())
                        .toList();
        if (!bad.isEmpty()) {
            bad.forEach(System.err::println);
            System.err.println(bad.size() + " file(s) need formatting; run bin/format");
            System.exit(1);
        }
    }

    /** Returns what is wrong with a file; an empty text when nothing is, or it has been mended. */
    private static String format(Path file, Formatter formatter, boolean replace) {
        try {
            String before = Files.readString(file);
            String imports =
                    ImportOrderer.reorderImports(
                            RemoveUnusedImports.removeUnusedImports(before),
                            JavaFormatterOptions.Style.AOSP);
            String after = StringWrapper.wrap(formatter.formatSource(imports), formatter);
            if (after.equals(before)) {
                return "";
            }
            if (!replace) {
                return file + ": not formatted";
            }
            Files.writeString(file, after);
            System.out.println("formatted " + file);
            return "";
        } catch (FormatterException e) {
            return file + ": does not parse: " + e.getMessage();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> javaFiles(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path dir, BasicFileAttributes attributes) {
                        Path name = dir.getFileName();
                        return name != null && SKIPPED.contains(name.toString())
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (file.toString().endsWith(".java")) {
                            files.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        files.sort(null);
        return files;
    }
}
