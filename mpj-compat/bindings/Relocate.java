import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Copies the classes of a package to another package: {@code java Relocate.java FROM PACKAGE TO
 * NEW_PACKAGE}, packages with slashes. Only names of classes change, in the constant pools; code,
 * strings and line numbers stay as they are.
 */
final class Relocate {
    private static final int UTF8 = 1;
    private static final int STRING = 8;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;

    /** Bytes that follow the tag of an entry of the constant pool (JVMS §4.4), by tag. */
    private static final int[] LENGTHS = {
        -1, -1, -1, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, -1, -1, 3, 2, 4, 4, 2, 2
    };

    private final String old;
    private final String renamed;

    private Relocate(String old, String renamed) {
        this.old = old;
        this.renamed = renamed;
    }

    public static void main(String[] args) throws IOException {
        Path from = Path.of(args[0], args[1]);
        Path to = Path.of(args[2], args[3]);
        delete(to);
        Files.createDirectories(to);
        Relocate relocate = new Relocate(args[1] + "/", args[3] + "/");
        List<Path> classes;
        try (Stream<Path> files = Files.list(from)) {
            classes = files.filter(file -> file.toString().endsWith(".class")).toList();
        }
        if (classes.isEmpty()) {
            throw new IOException("There are no classes in " + from);
        }
        for (Path file : classes) {
            Files.write(
                    to.resolve(file.getFileName()), relocate.classFile(Files.readAllBytes(file)));
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    private byte[] classFile(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(result);
        out.writeLong(in.readLong());
        int count = in.readUnsignedShort();
        out.writeShort(count);
        List<Object> pool = read(in, count);
        boolean[] text = new boolean[count];
        for (Object entry : pool) {
            if (entry instanceof byte[] raw && raw[0] == STRING) {
                text[(raw[1] & 0xff) << 8 | raw[2] & 0xff] = true;
            }
        }
        for (int i = 1; i < count; i++) {
            if (pool.get(i) instanceof String name) {
                out.writeByte(UTF8);
                out.writeUTF(text[i] ? name : rename(name));
            } else if (pool.get(i) instanceof byte[] raw) {
                out.write(raw);
            }
        }
        out.write(in.readAllBytes());
        return result.toByteArray();
    }

    /** Returns the entries by index: texts as String, others as bytes, null where there is none. */
    private static List<Object> read(DataInputStream in, int count) throws IOException {
        List<Object> pool = new ArrayList<>();
        pool.add(null);
        while (pool.size() < count) {
            int tag = in.readUnsignedByte();
            if (tag == UTF8) {
                pool.add(in.readUTF());
                continue;
            }
            byte[] raw = new byte[1 + LENGTHS[tag]];
            raw[0] = (byte) tag;
            in.readFully(raw, 1, raw.length - 1);
            pool.add(raw);
            if (tag == LONG || tag == DOUBLE) {
                pool.add(null);
            }
        }
        return pool;
    }

    /** Renames the class that a name is of, and the classes in a descriptor or signature. */
    private String rename(String name) {
        String whole = name.startsWith(old) ? renamed + name.substring(old.length()) : name;
        return whole.replace("L" + old, "L" + renamed);
    }
}
