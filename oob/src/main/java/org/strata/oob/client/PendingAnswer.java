package org.strata.oob.client;

import org.strata.mca.oob.Oob.OobException;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An answer that one thread waits for. */
final class PendingAnswer {
    private final int number;
    private final CountDownLatch done = new CountDownLatch(1);
    private byte[] value;
    private String failure;

    PendingAnswer(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /** Completes the wait with the answer; null stands for "no such value". */
    void complete(byte[] answer) {
        value = answer;
        done.countDown();
    }

    /** Ends the wait with an exception. */
    void fail(String reason) {
        failure = reason;
        done.countDown();
    }

    byte[] await() {
        boolean interrupted = false;
        while (true) {
            try {
                done.await();
                break;
            } catch (InterruptedException e) {
                // Every fence completes or fails; a return before that would lose count of them.
                interrupted = true;
            }
        }
        return result(interrupted);
    }

    byte[] await(long timeoutMillis) throws TimeoutException {
        boolean interrupted = false;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        while (true) {
            try {
                if (done.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    return result(interrupted);
                }
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                throw new TimeoutException();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    private byte[] result(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw new OobException(failure);
        }
        return value;
    }
}
