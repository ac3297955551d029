package org.strata.mca.base;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/**
 * The declarations of a jar's {@code reference.conf} as a table, which the build makes: a rank that
 * parsed the file would spend more on that than on joining its job. The first line has the checksum
 * of the file, so that a table never stands for another one; each other line is a declaration, with
 * tabs between its columns.
 */
public final class DeclarationTable {
    /** The table's place in a jar. */
    public static final String NAME = "org/strata/parameters.table";

    private static final String TAB = "\t";
    private static final int COLUMNS = 9;

    /** Stands for values that a component's classes define. */
    private static final String DEFINED = "*";

    private DeclarationTable() {}

    /** Returns the table of the {@code reference.conf} that a class loader finds first. */
    public static String of(ClassLoader loader) throws IOException {
        byte[] conf;
        try (InputStream in = loader.getResourceAsStream(ReferenceConf.NAME)) {
            conf = in.readAllBytes();
        }
        CRC32 checksum = new CRC32();
        checksum.update(conf);
        ReferenceConf reader = new ReferenceConf(Components.discover(loader));
        List<Declaration> all =
                reader.parse(new String(conf, StandardCharsets.UTF_8), ReferenceConf.NAME);
        return checksum.getValue()
                + "\n"
                + all.stream().map(DeclarationTable::line).collect(Collectors.joining("\n"));
    }

    private static String line(Declaration declaration) {
        List<String> columns =
                List.of(
                        declaration.path(),
                        declaration.type().name(),
                        choices(declaration),
                        declaration.bounds().min(),
                        declaration.bounds().max(),
                        declaration.defaultValue(),
                        Integer.toString(declaration.level()),
                        String.join(",", declaration.aliases()),
                        declaration.help());
        for (String column : columns) {
            if (column.contains(TAB) || column.contains("\n")) {
                throw new IllegalStateException(declaration.path() + " contains a tab or a line");
            }
        }
        return String.join(TAB, columns);
    }

    private static String choices(Declaration declaration) {
        return declaration.choices() instanceof DefinedValues
                ? DEFINED
                : declaration.choices().stream()
                        .map(AllowedValue::name)
                        .collect(Collectors.joining("|"));
    }

    /**
     * Returns the declarations of the table in the same jar as a {@code reference.conf}; null when
     * there is none, or it is not that file's.
     */
    static List<Declaration> beside(URL conf, Components components) {
        try {
            if (!(conf.openConnection() instanceof JarURLConnection connection)) {
                return null;
            }
            JarFile jar = connection.getJarFile();
            ZipEntry table = jar.getEntry(NAME);
            if (table == null) {
                return null;
            }
            try (InputStream in = jar.getInputStream(table)) {
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                return read(text, connection.getJarEntry().getCrc(), components);
            }
        } catch (IOException e) {
            return null;
        }
    }

    /** Reads a table; returns null when it is damaged or of a file with another checksum. */
    static List<Declaration> read(String text, long checksum, Components components) {
        String[] lines = text.split("\n", -1);
        if (!lines[0].equals(Long.toString(checksum))) {
            return null;
        }
        List<Declaration> all = new ArrayList<>();
        for (int i = 1; i < lines.length; i++) {
            String[] columns = lines[i].split(TAB, -1);
            Declaration declaration =
                    columns.length == COLUMNS ? declaration(columns, components) : null;
            if (declaration == null) {
                return null;
            }
            all.add(declaration);
        }
        return all;
    }

    private static List<AllowedValue> choices(
            String path, ParameterType type, String column, Components components) {
        if (column.equals(DEFINED)) {
            return components.definedValues(path);
        }
        String[] names = column.isEmpty() ? new String[0] : column.split("\\|");
        return type == ParameterType.SIZE
                ? AllowedValue.words(names)
                : AllowedValue.numbered(names);
    }

    private static Declaration declaration(String[] columns, Components components) {
        String path = columns[0];
        try {
            ParameterType type = ParameterType.valueOf(columns[1]);
            List<AllowedValue> choices = choices(path, type, columns[2], components);
            return choices == null
                    ? null
                    : Declaration.at(
                            path,
                            type,
                            choices,
                            new Bounds(columns[3], columns[4]),
                            columns[5],
                            Integer.parseInt(columns[6]),
                            columns[8],
                            Values.list(columns[7]));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
