package org.strata.mca.base;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/**
 * The declarations of a jar's {@code reference.conf} as a table, which the build makes: a rank that
 * parsed the file would spend more on that than on joining its job. The first line has the
 * checksums of the file, so that a table never stands for another one, and of the rest of the
 * table. It is followed by the index: the number of declarations, and of each the length of its
 * name, the name, the length of its aliases, the aliases with commas between, and the length of its
 * line; numbers are of two bytes, the higher one first. The lines come last, in the same order,
 * with tabs between their columns: each is read when somebody asks for the parameter.
 */
public final class DeclarationTable {
    /** The table's place in a jar. */
    public static final String NAME = "org/strata/parameters.table";

    private static final String TABS = "\t";
    private static final int COLUMNS = 10;

    /** Stands for values that a component's classes define. */
    private static final String DEFINED = "*";

    private DeclarationTable() {}

    /** Returns the table of the {@code reference.conf} that a class loader finds first. */
    public static byte[] of(ClassLoader loader) throws IOException {
        byte[] conf;
        try (InputStream in = loader.getResourceAsStream(ReferenceConf.NAME)) {
            conf = in.readAllBytes();
        }
        ReferenceConf reader = new ReferenceConf(Components.discover(loader));
        List<Declaration> all =
                reader.parse(new String(conf, StandardCharsets.UTF_8), ReferenceConf.NAME);
        byte[] rest = rest(all);
        byte[] head =
                (checksum(conf, 0) + " " + checksum(rest, 0) + "\n")
                        .getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream table = new ByteArrayOutputStream();
        table.write(head);
        table.write(rest);
        return table.toByteArray();
    }

    /** Returns the index and the lines. */
    private static byte[] rest(List<Declaration> all) throws IOException {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        try (DataOutputStream index = new DataOutputStream(rest)) {
            index.writeShort(all.size());
            for (Declaration each : all) {
                byte[] line = line(each).getBytes(StandardCharsets.UTF_8);
                if (line.length >> Short.SIZE != 0) {
                    throw new IllegalStateException(each.path() + " has too long a help text");
                }
                index.writeUTF(each.name());
                index.writeUTF(String.join(",", each.aliases()));
                index.writeShort(line.length);
                lines.write(line);
            }
            lines.writeTo(index);
        }
        return rest.toByteArray();
    }

    private static long checksum(byte[] bytes, int from) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes, from, bytes.length - from);
        return checksum.getValue();
    }

    private static String line(Declaration declaration) {
        List<String> columns =
                List.of(
                        declaration.name(),
                        String.join(",", declaration.aliases()),
                        declaration.path(),
                        declaration.type().name(),
                        choices(declaration),
                        declaration.bounds().min(),
                        declaration.bounds().max(),
                        declaration.defaultValue(),
                        Integer.toString(declaration.level()),
                        declaration.help());
        for (String column : columns) {
            if (column.contains(TABS) || column.contains("\n")) {
                throw new IllegalStateException(declaration.path() + " contains a tab or a line");
            }
        }
        return String.join(TABS, columns);
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
    static List<Declared> beside(URL conf, Components components) {
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
                return read(in.readAllBytes(), connection.getJarEntry().getCrc(), components);
            }
        } catch (IOException e) {
            return null;
        }
    }

    /** Reads a table; returns null when it is damaged or of a file with another checksum. */
    static List<Declared> read(byte[] table, long checksum, Components components) {
        int lines = 0;
        while (lines < table.length && table[lines] != '\n') {
            lines++;
        }
        String head = new String(table, 0, lines, StandardCharsets.UTF_8);
        lines = Math.min(lines + 1, table.length);
        if (!head.equals(checksum + " " + checksum(table, lines))) {
            return null;
        }
        return new Index(table, lines).declared(components);
    }

    /** Reads the index, which the checksum has shown to be what the build has written. */
    private static final class Index {
        private final byte[] table;
        private int at;

        Index(byte[] table, int from) {
            this.table = table;
            at = from;
        }

        List<Declared> declared(Components components) {
            int count = number();
            List<Declared> all = new ArrayList<>(count);
            String[] names = new String[count];
            String[] aliases = new String[count];
            int[] lengths = new int[count];
            for (int i = 0; i < count; i++) {
                names[i] = word();
                aliases[i] = word();
                lengths[i] = number();
            }
            for (int i = 0; i < count; i++) {
                int from = at;
                int length = lengths[i];
                List<String> others = aliases[i].isEmpty() ? List.of() : Values.list(aliases[i]);
                Supplier<Declaration> reader = () -> declaration(text(from, length), components);
                all.add(new Declared(names[i], others, reader));
                at += length;
            }
            return all;
        }

        private int number() {
            int high = table[at++] & 0xff;
            return (high << Byte.SIZE) | (table[at++] & 0xff);
        }

        private String word() {
            int length = number();
            at += length;
            return text(at - length, length);
        }

        private String text(int from, int length) {
            return new String(table, from, length, StandardCharsets.UTF_8);
        }
    }

    private static List<AllowedValue> choices(
            String path, ParameterType type, String column, Components components) {
        if (column.equals(DEFINED)) {
            List<AllowedValue> defined = components.definedValues(path);
            return defined == null ? List.of() : defined;
        }
        String[] names = column.isEmpty() ? new String[0] : column.split("\\|");
        return type == ParameterType.SIZE
                ? AllowedValue.words(names)
                : AllowedValue.numbered(names);
    }

    /** Not by {@code valueOf}, whose first call makes code by reflection. */
    private static ParameterType type(String name) {
        for (ParameterType type : ParameterType.values()) {
            if (type.name().equals(name)) {
                return type;
            }
        }
        throw new IllegalStateException("no type of a parameter: " + name);
    }

    /** The build has written the line, and the checksum shows that it is the same. */
    private static Declaration declaration(String line, Components components) {
        String[] columns = line.split(TABS, -1);
        if (columns.length != COLUMNS) {
            throw new IllegalStateException("not a declaration: " + line);
        }
        String path = columns[2];
        ParameterType type = type(columns[3]);
        return Declaration.at(
                path,
                type,
                choices(path, type, columns[4], components),
                new Bounds(columns[5], columns[6]),
                columns[7],
                Integer.parseInt(columns[8]),
                columns[9],
                Values.list(columns[1]));
    }
}
