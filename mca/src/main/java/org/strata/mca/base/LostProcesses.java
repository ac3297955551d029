package org.strata.mca.base;

import org.strata.mca.bml.Bml;
import org.strata.mca.proc.Proc;
import org.strata.opal.progress.Progressable;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiConsumer;

/** Carries the news of lost processes from the thread that gets them to the one that polls. */
final class LostProcesses implements Progressable, BiConsumer<Proc, String> {
    private record Loss(Proc peer, String reason) {}

    private final Bml bml;
    private final Runnable wake;
    private final Queue<Loss> losses = new ConcurrentLinkedQueue<>();

    /**
     * @param wake wakes a thread that waits
     */
    LostProcesses(Bml bml, Runnable wake) {
        this.bml = bml;
        this.wake = wake;
    }

    @Override
    public void accept(Proc peer, String reason) {
        losses.add(new Loss(peer, reason));
        wake.run();
    }

    @Override
    public int progress() {
        int handled = 0;
        for (Loss loss = losses.poll(); loss != null; loss = losses.poll()) {
            bml.lose(loss.peer(), loss.reason());
            handled++;
        }
        return handled;
    }
}
