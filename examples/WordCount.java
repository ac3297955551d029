import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Counts the words of text files: map by byte range, shuffle by hash, reduce by owner.
 *
 * <p>Shows: bcast of a variable-length message, allToAll and allToAllv, gather and gatherv, reduce.
 *
 * <p>The files, one after another, are cut into equal byte ranges, one per rank, wherever the cut
 * falls; each cut then moves on to the next white space, so no word is lost or counted twice. A
 * word is a run of Unicode letters, digits and accents, in lower case.
 *
 * <pre>./mpirun -np 4 java examples/WordCount.java --verify README.md docs</pre>
 */
public final class WordCount {
    private static final String USAGE =
            """
            Usage: mpirun -np N java examples/WordCount.java [--top T] [--verify] FILE...
              FILE...    text files (UTF-8), or directories to search for them: hidden files and
                         files with a zero byte near their start are left out there
              --top T    how many of the most frequent words to print (default 10)
              --verify   rank 0 counts everything again alone and compares
            """;

    private static final int BINARY_CHECK = 4096;

    /** Bytes turned to text at a time. */
    private static final int PIECE = 1 << 20;

    private final Comm comm;
    private final int rank;
    private final int size;

    private WordCount(Comm comm) throws MPIException {
        this.comm = comm;
        this.rank = comm.getRank();
        this.size = comm.getSize();
    }

    public static void main(String[] args) throws MPIException, IOException {
        MPI.Init(args);
        // Words are UTF-8 as the files are, also where the locale says ASCII (batch systems, CI).
        FileOutputStream stdout = new FileOutputStream(FileDescriptor.out);
        System.setOut(new PrintStream(stdout, true, StandardCharsets.UTF_8));
        int status = run(args);
        MPI.Finalize();
        if (status != 0) {
            System.exit(status);
        }
    }

    private static int run(String[] args) throws MPIException, IOException {
        boolean speaker = MPI.COMM_WORLD.getRank() == 0;
        Options options;
        try {
            options = Options.parse(args);
        } catch (IllegalArgumentException e) {
            if (speaker) {
                System.err.println("WordCount: " + e.getMessage() + "; try --help");
            }
            return 2;
        }
        if (options.help()) {
            if (speaker) {
                System.out.print(USAGE);
            }
            return 0;
        }
        return new WordCount(MPI.COMM_WORLD).count(options);
    }

    private int count(Options options) throws MPIException, IOException {
        List<TextFile> files = agreeOnFiles(options.paths());
        if (files.isEmpty()) {
            return 2;
        }
        comm.barrier();
        double start = MPI.wtime();
        long bytes = files.stream().mapToLong(TextFile::size).sum();
        Counter mine = new Counter();
        countRange(files, bytes * rank / size, bytes * (rank + 1) / size, mine);
        Counter owned = exchange(mine);
        long[] sums = {owned.total(), owned.counts.size(), owned.checksum()};
        comm.reduce(sums, sums.length, MPI.LONG, MPI.SUM, 0);
        Counter leaders = gatherLeaders(owned, options.top());
        double seconds = MPI.wtime() - start;

        int[] status = new int[1];
        if (rank == 0) {
            leaders.top(options.top())
                    .forEach((word, n) -> System.out.printf("%10d  %s%n", n, word));
            System.out.printf(
                    "%d words, %d distinct, %d bytes in %d files%n",
                    sums[0], sums[1], bytes, files.size());
            System.out.printf(
                    "%d ranks, %.3f s, %.1f MB/s%n", size, seconds, bytes / seconds / 1e6);
            status[0] = options.verify() && !verify(files, sums) ? 1 : 0;
        }
        comm.bcast(status, 1, MPI.INT, 0);
        return status[0];
    }

    // ---- which files ----

    /** Rank 0 looks for the files and tells the others, so that all see the same list and sizes. */
    private List<TextFile> agreeOnFiles(List<String> paths) throws MPIException, IOException {
        byte[] list = {};
        if (rank == 0) {
            list = encode(findFiles(paths));
        }
        int[] length = {list.length};
        comm.bcast(length, 1, MPI.INT, 0);
        list = rank == 0 ? list : new byte[length[0]];
        comm.bcast(list, list.length, MPI.BYTE, 0);

        List<TextFile> files = new ArrayList<>();
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(list));
        while (in.available() > 0) {
            files.add(new TextFile(Path.of(in.readUTF()), in.readLong()));
        }
        return files;
    }

    private static byte[] encode(List<TextFile> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (TextFile file : files) {
            out.writeUTF(file.path().toAbsolutePath().toString());
            out.writeLong(file.size());
        }
        return bytes.toByteArray();
    }

    /**
     * Returns the text files under the paths, none when one of them cannot be read (it says so).
     */
    private static List<TextFile> findFiles(List<String> paths) {
        List<TextFile> files = new ArrayList<>();
        try {
            for (String name : paths) {
                Path path = Path.of(name);
                if (Files.isDirectory(path)) {
                    findIn(path, files);
                } else {
                    files.add(new TextFile(path, Files.size(path)));
                }
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println("WordCount: cannot read " + e.getMessage());
            return List.of();
        }
        if (files.isEmpty()) {
            System.err.println("WordCount: no text file in " + String.join(" ", paths));
        }
        return files;
    }

    private static void findIn(Path directory, List<TextFile> files) throws IOException {
        List<Path> entries;
        try (Stream<Path> stream = Files.list(directory)) {
            entries = stream.sorted().toList();
        }
        for (Path entry : entries) {
            if (Files.isHidden(entry) || Files.isSymbolicLink(entry)) {
                continue;
            }
            if (Files.isDirectory(entry)) {
                findIn(entry, files);
            } else if (Files.isRegularFile(entry) && isText(entry)) {
                files.add(new TextFile(entry, Files.size(entry)));
            }
        }
    }

    private static boolean isText(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            for (byte b : in.readNBytes(BINARY_CHECK)) {
                if (b == 0) {
                    return false;
                }
            }
            return true;
        }
    }

    // ---- map: words of one byte range ----

    /** Counts the words of bytes [from, to) of all files laid one after another. */
    private static void countRange(List<TextFile> files, long from, long to, Counter counter)
            throws IOException {
        long start = 0;
        for (TextFile file : files) {
            long first = Math.max(from - start, 0);
            long last = Math.min(to - start, file.size());
            if (first < last) {
                countRange(file, first, last, counter);
            }
            start += file.size();
        }
    }

    private static void countRange(TextFile file, long first, long last, Counter counter)
            throws IOException {
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(file.path())) {
            MemorySegment text = channel.map(MapMode.READ_ONLY, 0, file.size(), arena);
            for (long at = first; at < last; at += PIECE) {
                long from = cut(text, at);
                long to = cut(text, Math.min(at + PIECE, last));
                byte[] piece = text.asSlice(from, to - from).toArray(ValueLayout.JAVA_BYTE);
                countWords(new String(piece, StandardCharsets.UTF_8), counter);
            }
        }
    }

    /**
     * The first white space from a position on: a cut there is in no word and in no UTF-8 sequence,
     * and both neighbours of a cut find the same place.
     */
    private static long cut(MemorySegment text, long position) {
        if (position == 0) {
            return 0;
        }
        long cut = position;
        while (cut < text.byteSize() && !isSpace(text.get(ValueLayout.JAVA_BYTE, cut))) {
            cut++;
        }
        return cut;
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\t' || b == '\r';
    }

    private static void countWords(String text, Counter counter) {
        StringBuilder word = new StringBuilder();
        int character;
        for (int i = 0; i < text.length(); i += Character.charCount(character)) {
            character = text.codePointAt(i);
            if (isWordPart(character)) {
                word.appendCodePoint(Character.toLowerCase(character));
            } else if (!word.isEmpty()) {
                counter.add(word.toString(), 1);
                word.setLength(0);
            }
        }
        if (!word.isEmpty()) {
            counter.add(word.toString(), 1);
        }
    }

    private static boolean isWordPart(int character) {
        return Character.isLetterOrDigit(character)
                || Character.getType(character) == Character.NON_SPACING_MARK;
    }

    // ---- shuffle: every word to the rank that its hash names ----

    private Counter exchange(Counter mine) throws MPIException, IOException {
        Parcel[] parcels = new Parcel[size];
        for (int i = 0; i < size; i++) {
            parcels[i] = new Parcel();
        }
        for (Map.Entry<String, long[]> entry : mine.counts.entrySet()) {
            int owner = Math.floorMod(entry.getKey().hashCode(), size);
            parcels[owner].add(entry.getKey(), entry.getValue()[0]);
        }
        int[] sendLengths = new int[size];
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < size; i++) {
            byte[] bytes = parcels[i].bytes();
            sendLengths[i] = bytes.length;
            all.write(bytes);
        }
        int[] lengths = new int[size];
        comm.allToAll(sendLengths, 1, MPI.INT, lengths, 1, MPI.INT);
        int[] offsets = offsets(lengths);
        byte[] received = new byte[offsets[size]];
        comm.allToAllv(
                all.toByteArray(),
                sendLengths,
                offsets(sendLengths),
                MPI.BYTE,
                received,
                lengths,
                offsets,
                MPI.BYTE);
        Counter owned = new Counter();
        Parcel.unpack(received, owned);
        return owned;
    }

    /** The T most frequent words of each owner hold the T most frequent of all. */
    private Counter gatherLeaders(Counter owned, int top) throws MPIException, IOException {
        Parcel parcel = new Parcel();
        for (Map.Entry<String, Long> entry : owned.top(top).entrySet()) {
            parcel.add(entry.getKey(), entry.getValue());
        }
        byte[] bytes = parcel.bytes();
        int[] lengths = new int[size];
        comm.gather(new int[] {bytes.length}, 1, MPI.INT, lengths, 1, MPI.INT, 0);
        int[] offsets = offsets(lengths);
        byte[] received = new byte[offsets[size]];
        comm.gatherv(bytes, bytes.length, MPI.BYTE, received, lengths, offsets, MPI.BYTE, 0);
        Counter leaders = new Counter();
        Parcel.unpack(received, leaders);
        return leaders;
    }

    /** Running sums: where each part starts, and at the end the length of all. */
    private static int[] offsets(int[] lengths) {
        int[] offsets = new int[lengths.length + 1];
        for (int i = 0; i < lengths.length; i++) {
            offsets[i + 1] = Math.addExact(offsets[i], lengths[i]);
        }
        return offsets;
    }

    /** Words with counts on the wire: length, UTF-8 bytes, count. */
    private static final class Parcel {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final DataOutputStream out = new DataOutputStream(bytes);

        void add(String word, long count) throws IOException {
            byte[] text = word.getBytes(StandardCharsets.UTF_8);
            out.writeInt(text.length);
            out.write(text);
            out.writeLong(count);
        }

        byte[] bytes() {
            return bytes.toByteArray();
        }

        static void unpack(byte[] bytes, Counter into) throws IOException {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            while (in.available() > 0) {
                byte[] text = in.readNBytes(in.readInt());
                into.add(new String(text, StandardCharsets.UTF_8), in.readLong());
            }
        }
    }

    // ---- check ----

    /** Counts again, alone and by other means (whole files, a regular expression), and compares. */
    private static boolean verify(List<TextFile> files, long[] sums) throws IOException {
        Pattern pattern = Pattern.compile("[\\p{L}\\p{Nd}\\p{Mn}]+");
        Counter counter = new Counter();
        for (TextFile file : files) {
            byte[] bytes = Files.readAllBytes(file.path());
            Matcher matcher = pattern.matcher(new String(bytes, StandardCharsets.UTF_8));
            while (matcher.find()) {
                StringBuilder word = new StringBuilder();
                matcher.group()
                        .codePoints()
                        .map(Character::toLowerCase)
                        .forEach(word::appendCodePoint);
                counter.add(word.toString(), 1);
            }
        }
        boolean same =
                counter.total() == sums[0]
                        && counter.counts.size() == sums[1]
                        && counter.checksum() == sums[2];
        System.out.printf(
                "Sequential count: %d words, %d distinct: %s%n",
                counter.total(), counter.counts.size(), same ? "the same" : "DIFFERENT");
        return same;
    }

    private static final class Counter {
        final Map<String, long[]> counts = new HashMap<>();

        void add(String word, long n) {
            counts.computeIfAbsent(word, w -> new long[1])[0] += n;
        }

        long total() {
            return counts.values().stream().mapToLong(n -> n[0]).sum();
        }

        /** Depends on every word and its count, and not on their order or on who holds them. */
        long checksum() {
            return counts.entrySet().stream()
                    .mapToLong(e -> mix(e.getKey().hashCode()) * e.getValue()[0])
                    .sum();
        }

        private static long mix(long value) {
            long mixed = (value ^ (value >>> 32)) * 0x9E3779B97F4A7C15L;
            return mixed ^ (mixed >>> 29);
        }

        /** The most frequent words; equals in alphabetical order. */
        Map<String, Long> top(int n) {
            Comparator<Map.Entry<String, long[]>> byCount =
                    Comparator.comparingLong(e -> -e.getValue()[0]);
            Map<String, Long> top = new LinkedHashMap<>();
            counts.entrySet().stream()
                    .sorted(byCount.thenComparing(Map.Entry.comparingByKey()))
                    .limit(n)
                    .forEach(e -> top.put(e.getKey(), e.getValue()[0]));
            return top;
        }
    }

    private record TextFile(Path path, long size) {}

    private record Options(boolean help, boolean verify, int top, List<String> paths) {
        static Options parse(String[] args) {
            boolean help = false;
            boolean verify = false;
            int top = 10;
            List<String> paths = new ArrayList<>();
            for (int i = 0; i < args.length; i++) {
                switch (args[i]) {
                    case "--help" -> help = true;
                    case "--verify" -> verify = true;
                    case "--top" -> top = count(i + 1 < args.length ? args[++i] : "");
                    default -> {
                        if (args[i].startsWith("--")) {
                            throw new IllegalArgumentException("unknown option '" + args[i] + "'");
                        }
                        paths.add(args[i]);
                    }
                }
            }
            if (paths.isEmpty() && !help) {
                throw new IllegalArgumentException("no file named");
            }
            return new Options(help, verify, top, paths);
        }

        private static int count(String text) {
            try {
                int value = Integer.parseInt(text);
                if (value >= 0) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // Said below.
            }
            throw new IllegalArgumentException("--top needs a whole number, not '" + text + "'");
        }
    }
}
