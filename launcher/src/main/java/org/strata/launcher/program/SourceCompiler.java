package org.strata.launcher.program;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles a source program by the rules of {@code java File.java} (JEP 330, 458, 512) into a
 * directory, in a process of its own. {@link SourceProgram} starts it, once per program instead of
 * once per rank.
 */
public final class SourceCompiler {
    /** Exit code: the program does not compile; the errors have been printed. */
    static final int ERRORS = 1;

    /**
     * Exit code: the program needs the source launcher itself: it is a module, or may load classes
     * by name, which the source launcher compiles when they are loaded.
     */
    static final int LEFT_ALONE = 3;

    /** Name of the file, in the directory, that gets the name of the main class. */
    static final String MAIN = "main";

    /** Name of the folder, in the directory, that gets the classes. */
    static final String CLASSES = "classes";

    /** What the source launcher adds, but for classes of other files: those are wanted, too. */
    private static final List<String> OPTIONS =
            List.of(
                    "-proc:none",
                    "-implicit:class",
                    "-Xprefer:source",
                    "-Xdiags:verbose",
                    "-Xlint:deprecation",
                    "-Xlint:unchecked",
                    "-Xlint:-options",
                    "-XDsourceLauncher");

    private static final Pattern BY_NAME =
            Pattern.compile("\\b(forName|loadClass|findClass|ServiceLoader)\\b");

    private final Path directory;
    private final SourceFile file;
    private final List<String> options;
    private final Set<JavaFileObject> compiled = new LinkedHashSet<>();

    private SourceCompiler(Path directory, Path file, List<String> options) throws IOException {
        this.directory = directory;
        this.file = SourceFile.read(file);
        this.options = new ArrayList<>(options);
        this.options.addAll(OPTIONS);
    }

    /**
     * Compiles.
     *
     * @param words a directory for the results, the source file, and options of javac: in an
     *     argument file
     */
    public static void main(String[] words) throws IOException {
        List<String> given = ArgumentFile.parse(Files.readString(Path.of(words[0])));
        Path directory = Path.of(given.get(0));
        Path file = Path.of(given.get(1));
        System.exit(new SourceCompiler(directory, file, given.subList(2, given.size())).run());
    }

    private int run() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            return LEFT_ALONE;
        }
        CompilationUnitTree unit = parse(compiler);
        String main = unit == null ? null : mainClass(unit);
        Path root = unit == null ? null : root(unit);
        if (main == null || root == null || Files.exists(root.resolve("module-info.java"))) {
            return LEFT_ALONE;
        }
        if (!compile(compiler, root)) {
            return ERRORS;
        }
        for (JavaFileObject each : compiled) {
            if (BY_NAME.matcher(each.getCharContent(true)).find()) {
                return LEFT_ALONE;
            }
        }
        Files.writeString(directory.resolve(MAIN), main);
        return 0;
    }

    /** Returns the file's tree, or null; errors are reported by {@link #compile}. */
    private CompilationUnitTree parse(JavaCompiler compiler) throws IOException {
        JavacTask task =
                (JavacTask) compiler.getTask(null, null, problem -> {}, null, null, List.of(file));
        for (CompilationUnitTree unit : task.parse()) {
            return unit;
        }
        return null;
    }

    /**
     * Returns the first class of the file if it has a main method, else that of the file's name.
     */
    private String mainClass(CompilationUnitTree unit) {
        List<ClassTree> types =
                unit.getTypeDecls().stream()
                        .filter(ClassTree.class::isInstance)
                        .map(ClassTree.class::cast)
                        .toList();
        String found = null;
        for (ClassTree type : types) {
            String name = type.getSimpleName().toString();
            boolean candidate = type == types.getFirst() || file.named(name);
            if (found == null && candidate && hasMain(type)) {
                found = name;
            }
        }
        return found == null || unit.getPackageName() == null
                ? found
                : unit.getPackageName() + "." + found;
    }

    private static boolean hasMain(ClassTree type) {
        for (Tree member : type.getMembers()) {
            if (member instanceof MethodTree method && method.getName().contentEquals("main")) {
                return true;
            }
        }
        return false;
    }

    /** Returns the directory where the packages begin, or null when it does not fit the package. */
    private Path root(CompilationUnitTree unit) {
        Path root = file.path().toAbsolutePath().normalize().getParent();
        if (unit.getPackageName() == null) {
            return root;
        }
        Path folders = Path.of(unit.getPackageName().toString().replace('.', '/'));
        if (!root.endsWith(folders)) {
            return null;
        }
        for (int i = 0; i < folders.getNameCount(); i++) {
            root = root.getParent();
        }
        return root;
    }

    private boolean compile(JavaCompiler compiler, Path root) throws IOException {
        PrintWriter out = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            Path classes = Files.createDirectory(directory.resolve(CLASSES));
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
            List<Path> sources = file.isScript() ? List.of() : List.of(root);
            files.setLocationFromPaths(StandardLocation.SOURCE_PATH, sources);
            JavacTask task =
                    (JavacTask) compiler.getTask(out, files, null, options, null, List.of(file));
            task.addTaskListener(noteSources());
            boolean done = task.call();
            if (!done) {
                out.println("error: compilation failed");
            }
            return done;
        }
    }

    private TaskListener noteSources() {
        return new TaskListener() {
            @Override
            public void finished(TaskEvent event) {
                if (event.getKind() == TaskEvent.Kind.PARSE) {
                    compiled.add(event.getSourceFile());
                }
            }
        };
    }
}
