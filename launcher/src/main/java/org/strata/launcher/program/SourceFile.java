package org.strata.launcher.program;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.lang.model.SourceVersion;
import javax.tools.SimpleJavaFileObject;

/**
 * The file of a source program. Its name need not be that of its public class, and a script's first
 * line is not Java.
 */
final class SourceFile extends SimpleJavaFileObject {
    private static final String SUFFIX = ".java";

    private final Path path;
    private final String text;
    private final boolean script;

    private SourceFile(Path path, String text, boolean script) {
        super(path.toUri(), Kind.SOURCE);
        this.path = path;
        this.text = text;
        this.script = script;
    }

    static SourceFile read(Path path) throws IOException {
        String text = new String(Files.readAllBytes(path), Charset.defaultCharset());
        boolean script = !path.toString().endsWith(SUFFIX) && text.startsWith("#!");
        int line = script ? text.indexOf('\n') : 0;
        // The line end stays, so that line numbers are right.
        return new SourceFile(path, line < 0 ? "" : text.substring(line), script);
    }

    Path path() {
        return path;
    }

    /** Returns whether it begins with a line for a shell; then it is the program's only file. */
    boolean isScript() {
        return script;
    }

    /** Returns whether the file is called as a class. */
    boolean named(String type) {
        return path.getFileName().toString().equals(type + SUFFIX);
    }

    @Override
    public String getName() {
        return path.toString();
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
    }

    @Override
    public boolean isNameCompatible(String simpleName, Kind kind) {
        return kind == Kind.SOURCE && SourceVersion.isIdentifier(simpleName);
    }
}
