import mpi.MPI;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Long objects of two processes, in whose numbers the tags of their rests begin again, while one
 * with each of these tags has not been received. Two threads of the receiver take some of them.
 */
final class ObjectNumbers {
    private static final int MESSAGES = 20;
    private static final int TAGS = 1 << 30;
    private static final int KEPT = 7;
    private static final int SENT = 8;

    private static int wrong;

    private ObjectNumbers() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        if (MPI.COMM_WORLD.Rank() == 0) {
            AtomicLong numbers = numbers();
            numbers.set(TAGS - MESSAGES / 2);
            send(KEPT, 0);
            numbers.set(2L * TAGS - MESSAGES / 2);
            send(SENT, 1000);
        } else {
            Thread[] threads = new Thread[2];
            receive(KEPT, 0, 0, 3);
            receive(SENT, 1000, 0, MESSAGES - 4);
            threads[0] = new Thread(() -> receive(KEPT, 0, 3, MESSAGES));
            threads[1] = new Thread(() -> receive(SENT, 1000, MESSAGES - 4, MESSAGES));
            for (Thread thread : threads) {
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.println("wrong: " + wrong);
        }
        MPI.Finalize();
    }

    /** Returns the counter of the process's long objects. */
    private static AtomicLong numbers() throws ReflectiveOperationException {
        Field objects = MPI.class.getDeclaredField("objects");
        objects.setAccessible(true);
        Object messages = objects.get(null);
        Field numbers = messages.getClass().getDeclaredField("lastNumber");
        numbers.setAccessible(true);
        return (AtomicLong) numbers.get(messages);
    }

    private static void send(int tag, int first) {
        for (int i = 0; i < MESSAGES; i++) {
            int[] content = new int[3000];
            Arrays.fill(content, first + i);
            MPI.COMM_WORLD.Send(new Object[] {content}, 0, 1, MPI.OBJECT, 1, tag);
        }
    }

    private static void receive(int tag, int first, int from, int until) {
        for (int i = from; i < until; i++) {
            Object[] content = new Object[1];
            MPI.COMM_WORLD.Recv(content, 0, 1, MPI.OBJECT, 0, tag);
            int[] got = (int[]) content[0];
            if (got[0] != first + i || got[2999] != first + i) {
                count(tag, first + i, got[0]);
            }
        }
    }

    private static synchronized void count(int tag, int wanted, int got) {
        wrong++;
        System.out.println("tag " + tag + ": " + got + " for " + wanted);
    }
}
