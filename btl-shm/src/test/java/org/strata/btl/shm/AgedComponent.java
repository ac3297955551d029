package org.strata.btl.shm;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.opal.memory.Memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Opens links whose segments look as if 2^32 numbers had been used before: the fast boxes have
 * {@link OldWords} where a new segment has zeros.
 */
final class AgedComponent implements BtlComponent {
    private final ShmComponent component;
    private final ShmConfig config;
    private final ProcessEnvironment environment;

    AgedComponent(ShmComponent component, ShmConfig config, ProcessEnvironment environment) {
        this.component = component;
        this.config = config;
        this.environment = environment;
    }

    @Override
    public String name() {
        return component.name();
    }

    @Override
    public List<Btl> open(BtlErrorHandler errors, StringBuilder refusal) {
        List<Btl> opened = component.open(errors, refusal);
        if (!opened.isEmpty()) {
            age();
        }
        return opened;
    }

    /** No peer polls a box before this rank sends the first message. */
    private void age() {
        String name = "strata." + environment.jobId() + "." + environment.rank();
        SegmentLayout layout = SegmentLayout.plan(config, environment.localSize() - 1);
        try (FileChannel file =
                        FileChannel.open(
                                Path.of(config.backingDirectory(), name),
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE);
                Arena arena = Arena.ofConfined()) {
            MemorySegment segment =
                    file.map(FileChannel.MapMode.READ_WRITE, 0, layout.bytes(), arena);
            for (int box = 0; box < layout.boxes(); box++) {
                long slots = segment.address() + layout.box(box) + BoxLayout.CELLS;
                OldWords.lay(slots, layout.boxCells(), config.firstSequence());
            }
            Memory.fullFence();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
