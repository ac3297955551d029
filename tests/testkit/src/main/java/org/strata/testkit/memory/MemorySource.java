package org.strata.testkit.memory;

import org.strata.opal.sys.Pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;

/** Allocates memory of every kind; addresses are used again as soon as they can be. */
final class MemorySource implements AutoCloseable {
    /** Pages of the room where foreign memory lies: few, so that mappings follow at one place. */
    private static final int ROOM = 96;

    private static final MethodHandle INVOKE_CLEANER = invokeCleaner();

    private final Random random;
    private final LongSupplier clock;
    private final AddressRoom room = new AddressRoom(ROOM);
    private final Path path;
    private final FileChannel file;
    private final List<MemorySegment> global = new ArrayList<>();

    /**
     * @param clock steps of the adapter
     */
    MemorySource(Random random, LongSupplier clock) throws IOException {
        this.random = random;
        this.clock = clock;
        this.path = Files.createTempFile("strata-memory", ".tmp");
        this.file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        for (int i = 0; i < 4; i++) {
            global.add(Arena.global().allocate(3 * Pages.size() + 100L * i));
        }
    }

    /** The way of Netty, Lucene and Hadoop to free a direct buffer; not there after JDK 25. */
    private static MethodHandle invokeCleaner() {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            var field = unsafe.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            MethodType type = MethodType.methodType(void.class, ByteBuffer.class);
            return MethodHandles.lookup()
                    .findVirtual(unsafe, "invokeCleaner", type)
                    .bindTo(field.get(null));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static void clean(ByteBuffer buffer) {
        try {
            INVOKE_CLEANER.invoke(buffer);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Allocates some pages, all of them written to.
     *
     * @return null when there is no place just now
     */
    TestMemory allocate(MemoryKind kind) {
        TestMemory memory = make(kind);
        if (memory != null) {
            for (long at = memory.address; at < memory.address + memory.bytes; at += Long.BYTES) {
                memory.write(Math.min(at, memory.address + memory.bytes - Long.BYTES), -1);
            }
        }
        return memory;
    }

    private TestMemory make(MemoryKind kind) {
        long bytes = (1 + random.nextInt(20)) * Pages.size() + random.nextInt(4) * 1000L;
        return switch (kind) {
            case DIRECT -> new TestMemory(kind, direct(bytes), born(), () -> {});
            case DIRECT_CLEANED -> cleaned(kind, direct(bytes));
            case FILE_CLEANED -> cleaned(kind, mapped(bytes));
            case CONFINED -> inArena(kind, Arena.ofConfined(), bytes);
            case SHARED -> inArena(kind, Arena.ofShared(), bytes);
            case AUTO -> new TestMemory(kind, either(Arena.ofAuto(), bytes), born(), () -> {});
            case FILE_IN_ARENA -> fileInArena(bytes);
            case FOREIGN_IN_ARENA, FOREIGN, POOL -> foreign(kind);
            case GLOBAL ->
                    new TestMemory(kind, global.get(random.nextInt(global.size())), 0, () -> {});
        };
    }

    private long born() {
        return clock.getAsLong();
    }

    private static ByteBuffer direct(long bytes) {
        return ByteBuffer.allocateDirect((int) bytes);
    }

    private TestMemory cleaned(MemoryKind kind, ByteBuffer buffer) {
        return new TestMemory(kind, buffer, born(), () -> clean(buffer));
    }

    private ByteBuffer mapped(long bytes) {
        try {
            return file.map(FileChannel.MapMode.PRIVATE, 0, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns new memory of an arena, as a buffer or as a segment. */
    private Object either(Arena arena, long bytes) {
        MemorySegment segment = arena.allocate(bytes);
        return random.nextBoolean() ? segment : segment.asByteBuffer();
    }

    private TestMemory inArena(MemoryKind kind, Arena arena, long bytes) {
        return new TestMemory(kind, either(arena, bytes), born(), arena::close);
    }

    private TestMemory fileInArena(long bytes) {
        Arena arena = Arena.ofShared();
        try {
            MemorySegment memory = file.map(FileChannel.MapMode.PRIVATE, 0, bytes, arena);
            return new TestMemory(MemoryKind.FILE_IN_ARENA, memory, born(), arena::close);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Maps pages in the room; a buffer over them may leave some of the first and last unused. */
    private TestMemory foreign(MemoryKind kind) {
        int pages = 1 + random.nextInt(20);
        long at = room.map(random, pages);
        if (at == 0) {
            return null;
        }
        MemorySegment memory =
                MemorySegment.ofAddress(at + 8L * random.nextInt(100))
                        .reinterpret((pages - 1) * Pages.size() + 1000);
        Runnable unmap = () -> room.unmap(at, pages);
        if (kind == MemoryKind.FOREIGN) {
            Object owner = random.nextBoolean() ? memory : memory.asByteBuffer();
            return new TestMemory(kind, owner, born(), unmap);
        }
        Arena arena = kind == MemoryKind.POOL ? Arena.ofAuto() : Arena.ofShared();
        MemorySegment own = memory.reinterpret(arena, gone -> unmap.run());
        Runnable free = kind == MemoryKind.POOL ? () -> {} : arena::close;
        return new TestMemory(kind, own.asByteBuffer(), born(), free);
    }

    @Override
    public void close() throws IOException {
        room.close();
        file.close();
        Files.delete(path);
    }
}
