package org.strata.osc.rdma;

import org.strata.mca.btl.AtomicBtl;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.RdmaBtl.RdmaCallback;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;
import org.strata.testkit.FakeBtlComponent;
import org.strata.testkit.FakeRank;
import org.strata.testkit.FakeRegistration;
import org.strata.testkit.FakeWire;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Map;

/**
 * Adds atomics to a strict link between ranks of one process: each is carried out in its call, and
 * completed at the next poll; it checks the registrations of both sides, and fails on demand.
 */
final class PlayedAtomics implements InvocationHandler, Progressable {
    /** So many of the next atomics are answered NO_RESOURCE. */
    int busy;

    /** What the next atomics are answered; OK by default. */
    int answer = Rc.OK;

    /** How atomics end that begin from now on; one that fails has changed nothing. */
    int outcome = Rc.OK;

    /** Whether atomics that were taken are completed. */
    boolean completes = true;

    /** Memory of this length cannot be registered; -1 for none. */
    long refusedLength = -1;

    /** Atomics that were taken. */
    int taken;

    private final Btl btl;
    private final ProgressEngine engine;
    private final Map<Long, FakeRegistration> keys;
    private final ArrayDeque<Runnable> ended = new ArrayDeque<>();

    private PlayedAtomics(FakeWire wire, FakeRank rank, Map<Long, FakeRegistration> keys) {
        this.btl =
                new FakeBtlComponent(wire, rank)
                        .open((b, e, rc, reason) -> {}, new StringBuilder())
                        .get(0);
        this.engine = rank.engine();
        this.keys = keys;
        engine.register(this);
    }

    /**
     * Makes a rank's link.
     *
     * @param keys registrations of all ranks, by key: the same for all links of a wire; thread-safe
     */
    static AtomicBtl of(FakeWire wire, FakeRank rank, Map<Long, FakeRegistration> keys) {
        Class<?>[] types = {AtomicBtl.class};
        PlayedAtomics handler = new PlayedAtomics(wire, rank, keys);
        return (AtomicBtl) Proxy.newProxyInstance(AtomicBtl.class.getClassLoader(), types, handler);
    }

    /** Returns what makes a link fail. */
    static PlayedAtomics behind(AtomicBtl btl) {
        return (PlayedAtomics) Proxy.getInvocationHandler(btl);
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        boolean swaps = method.getName().equals("compareSwap");
        if (swaps || method.getName().equals("fetchAdd")) {
            return atomic(swaps, arguments);
        }
        boolean registers = method.getName().equals("register");
        if (registers && (long) arguments[2] == refusedLength) {
            return null;
        }
        try {
            Object result = method.invoke(btl, arguments);
            if (result instanceof FakeRegistration made) {
                keys.put(made.key(), made);
            } else if (method.getName().equals("deregister")) {
                keys.values().remove(arguments[0]);
            }
            return result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private int atomic(boolean swaps, Object[] arguments) {
        if (busy > 0) {
            busy--;
            return Rc.NO_RESOURCE;
        }
        if (answer != Rc.OK) {
            return answer;
        }
        long local = (long) arguments[1];
        long word = (long) arguments[3];
        check((Registration) arguments[2], local, Registration.LOCAL_WRITE);
        check(keys.get(Memory.getLong((long) arguments[4])), word, Registration.REMOTE_ATOMIC);
        taken++;
        if (outcome == Rc.OK) {
            Memory.putLong(local, change(swaps, word, arguments));
        }
        int rc = outcome;
        RdmaCallback callback = (RdmaCallback) arguments[arguments.length - 1];
        ended.add(() -> callback.onComplete((BtlEndpoint) arguments[0], Long.BYTES, rc));
        return Rc.OK;
    }

    private long change(boolean swaps, long word, Object[] arguments) {
        synchronized (keys) {
            long before = Memory.getLong(word);
            if (!swaps) {
                Memory.putLong(word, before + (long) arguments[5]);
            } else if (before == (long) arguments[5]) {
                Memory.putLong(word, (long) arguments[6]);
            }
            return before;
        }
    }

    private static void check(Registration registration, long word, int access) {
        if (registration == null
                || (registration.access() & access) == 0
                || word % Long.BYTES != 0
                || word < registration.address()
                || word + Long.BYTES > registration.address() + registration.length()) {
            throw new AssertionError("an atomic on a word that is not registered for it");
        }
    }

    @Override
    public int progress() {
        int events = 0;
        while (completes && !ended.isEmpty()) {
            ended.remove().run();
            events++;
        }
        return events;
    }
}
