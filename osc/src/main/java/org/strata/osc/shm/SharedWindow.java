package org.strata.osc.shm;

import org.strata.mca.osc.OscFailure;
import org.strata.mca.osc.OscOperation;
import org.strata.mca.osc.OscTarget;
import org.strata.mca.osc.OscWindow;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.opal.progress.ProgressEngine;
import org.strata.osc.base.Accumulator;
import org.strata.osc.base.IntegerElement;
import org.strata.osc.base.WindowMemory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/** A window in shared memory: every operation is complete when its call returns. */
final class SharedWindow implements OscWindow {
    /** Looks at a word before the engine waits. */
    private static final int LOOKS = 200;

    /** Looks between two polls of the engine while another member's accumulate is under way. */
    private static final int LOOKS_PER_POLL = 1024;

    private final CommContext comm;
    private final int me;
    private final ProgressEngine engine;
    private final SharedMembers members;
    private final ControlBlock[] controls;
    private final WindowLock[] locks;
    private final WindowBells bells;
    private final Arena arena = Arena.ofShared();
    private final TypedCopy copy = new TypedCopy(arena);
    private final Accumulator accumulator = new Accumulator(arena);

    /** A packed operand, a packed result, and an element to compare with. */
    private final long operand = Memory.allocate(arena, Accumulator.MOST_BYTES, 64);

    private final long result = Memory.allocate(arena, Accumulator.MOST_BYTES, 64);

    /** By target: whether the lock that this member holds is exclusive. */
    private final boolean[] exclusive;

    /** By member: posts that a start has used up, completions that a wait has. */
    private final long[] postsUsed;

    private final long[] completionsUsed;
    private OscFailure failure;

    SharedWindow(
            CommContext comm, ProgressEngine engine, SharedMembers members, WindowBells bells) {
        this.comm = comm;
        this.me = comm.rank();
        this.engine = engine;
        this.members = members;
        this.controls = members.controls();
        this.locks = Arrays.stream(controls).map(ControlBlock::lock).toArray(WindowLock[]::new);
        this.bells = bells;
        this.exclusive = new boolean[comm.size()];
        this.postsUsed = new long[comm.size()];
        this.completionsUsed = new long[comm.size()];
    }

    @Override
    public String component() {
        return "shm";
    }

    // ---- Operations.

    /** Returns the address of a target's element 0, or OUTSIDE. */
    private long resolve(OscTarget target) {
        WindowMemory memory = members.memories()[target.rank()];
        long origin = memory.resolve(target.displacement(), target.count(), target.layout());
        if (origin == WindowMemory.OUTSIDE && failure == null) {
            failure = new OscFailure(OscFailure.Kind.RANGE, target.rank());
        }
        return origin;
    }

    private static int end(OscOperation operation, boolean refused) {
        if (operation != null) {
            operation.complete(refused ? Rc.BAD_ARGUMENT : Rc.OK);
        }
        return Rc.OK;
    }

    @Override
    public int put(Buf origin, OscTarget target, OscOperation operation) {
        long place = resolve(target);
        boolean refused = place == WindowMemory.OUTSIDE;
        if (!refused) {
            copy.put(origin, target.layout(), place, target.size());
        }
        return end(operation, refused);
    }

    @Override
    public int get(Buf origin, OscTarget target, OscOperation operation) {
        long place = resolve(target);
        boolean refused = place == WindowMemory.OUTSIDE;
        if (!refused) {
            copy.get(origin, target.layout(), place, target.size());
        }
        return end(operation, refused);
    }

    @Override
    public int accumulate(
            Buf origin, OscTarget target, OpKind op, NumberKind kind, OscOperation operation) {
        return getAccumulate(origin, null, target, op, kind, operation);
    }

    @Override
    public int getAccumulate(
            Buf origin,
            Buf into,
            OscTarget target,
            OpKind op,
            NumberKind kind,
            OscOperation operation) {
        long place = resolve(target);
        boolean refused = place == WindowMemory.OUTSIDE;
        if (!refused && IntegerElement.is(kind, target, origin, into)) {
            applyOne(controls[target.rank()], origin, into, place, op, kind.extent());
        } else if (!refused) {
            ControlBlock control = controls[target.rank()];
            beginAccumulate(control);
            try {
                apply(origin, into, target, place, op, kind);
            } finally {
                control.endAccumulate();
            }
        }
        return end(operation, refused);
    }

    /** Combines one integer; nothing between the lock's ends can fail. */
    private void applyOne(
            ControlBlock control, Buf origin, Buf into, long place, OpKind op, int bytes) {
        long value = origin == null ? 0 : IntegerElement.load(origin.offset(), bytes);
        beginAccumulate(control);
        long before = IntegerElement.load(place, bytes);
        if (op != OpKind.NO_OP) {
            IntegerElement.store(place, bytes, IntegerElement.combine(op, value, before));
        }
        control.endAccumulate();
        if (into != null) {
            IntegerElement.store(into.offset(), bytes, before);
        }
    }

    private void apply(
            Buf origin, Buf into, OscTarget target, long place, OpKind op, NumberKind kind) {
        long bytes = target.size();
        int piece = Accumulator.piece(kind, Accumulator.MOST_BYTES);
        DataLayout layout = target.layout();
        long fetched = into == null ? 0 : result;
        for (long position = 0; position < bytes; position += piece) {
            long length = Math.min(piece, bytes - position);
            if (op != OpKind.NO_OP) {
                origin.pack(position, operand, length);
            }
            accumulator.apply(op, kind, operand, fetched, layout, place, position, length);
            if (into != null) {
                into.unpack(result, position, length);
            }
        }
    }

    @Override
    public int compareAndSwap(Buf origin, Buf compare, Buf into, OscTarget target) {
        long place = resolve(target);
        if (place == WindowMemory.OUTSIDE) {
            return Rc.OK;
        }
        int bytes = (int) target.size();
        ControlBlock control = controls[target.rank()];
        boolean integer = bytes == Long.BYTES || bytes == Integer.BYTES;
        boolean plain = IntegerElement.isPlain(origin) && IntegerElement.isPlain(compare);
        if (integer && plain && IntegerElement.isPlain(into)) {
            swapOne(control, origin, compare, into, place, bytes);
            return Rc.OK;
        }
        long compared = operand + Long.BYTES;
        origin.pack(0, operand, bytes);
        compare.pack(0, compared, bytes);
        beginAccumulate(control);
        try {
            accumulator.compareAndSwap(operand, compared, result, place, bytes);
        } finally {
            control.endAccumulate();
        }
        into.unpack(result, 0, bytes);
        return Rc.OK;
    }

    /** Compares and swaps one integer; all operands are native memory. */
    private void swapOne(
            ControlBlock control, Buf origin, Buf compare, Buf into, long place, int bytes) {
        long value = IntegerElement.load(origin.offset(), bytes);
        long expected = IntegerElement.load(compare.offset(), bytes);
        beginAccumulate(control);
        long before = IntegerElement.load(place, bytes);
        if (before == expected) {
            IntegerElement.store(place, bytes, value);
        }
        control.endAccumulate();
        IntegerElement.store(into.offset(), bytes, before);
    }

    private void beginAccumulate(ControlBlock control) {
        for (int looks = 1; !control.tryAccumulate(); looks++) {
            if (looks < LOOKS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
            if (looks % LOOKS_PER_POLL == 0) {
                // The holder's process may be dead, and this job about to end.
                engine.progress();
            }
        }
    }

    // ---- Completion: every operation is complete already; stores become visible in order.

    @Override
    public int flush(int target) {
        // Pairs with SharedWindow.sync at the target, where the program polls.
        Memory.fullFence();
        return Rc.OK;
    }

    @Override
    public int flushAll() {
        // Pairs with SharedWindow.sync at the targets, as above.
        Memory.fullFence();
        return Rc.OK;
    }

    @Override
    public int flushLocal(int target) {
        return Rc.OK;
    }

    @Override
    public int flushLocalAll() {
        return Rc.OK;
    }

    @Override
    public void sync() {
        // Pairs with SharedWindow.flush of an origin: the program's loads come behind.
        Memory.fullFence();
    }

    @Override
    public OscFailure takeFailure() {
        OscFailure taken = failure;
        failure = null;
        return taken;
    }

    // ---- Waiting.

    private int await(int member, String what, BooleanSupplier condition) {
        for (int look = 0; look < LOOKS; look++) {
            if (condition.getAsBoolean()) {
                return Rc.OK;
            }
            Thread.onSpinWait();
        }
        boolean fulfilled = new MemberWait(engine, comm, bells, member, what, condition).await();
        if (fulfilled) {
            return Rc.OK;
        }
        return comm.peer(member).failure() == null ? Rc.UNREACHABLE : Rc.PEER_FAILED;
    }

    // ---- Passive target.

    @Override
    public int lock(int target, boolean alone) {
        WindowLock lock = locks[target];
        exclusive[target] = alone;
        return lock.tryAtOnce(me, alone)
                ? Rc.OK
                : new LockWait(engine, comm, bells, target, lock, alone).await();
    }

    @Override
    public int unlock(int target) {
        // Pairs with WindowLock.tryAtOnce and WindowLock.tryInTurn of the next holder.
        Memory.fullFence();
        if (locks[target].release(me, exclusive[target])) {
            bells.ring(locks[target]);
        }
        return Rc.OK;
    }

    @Override
    public int lockAll() {
        for (int target = 0; target < locks.length; target++) {
            int rc = lock(target, false);
            if (rc != Rc.OK) {
                while (--target >= 0) {
                    unlock(target);
                }
                return rc;
            }
        }
        return Rc.OK;
    }

    @Override
    public int unlockAll() {
        for (int target = 0; target < controls.length; target++) {
            unlock(target);
        }
        return Rc.OK;
    }

    // ---- Active target of groups.

    @Override
    public int post(int[] origins) {
        // Pairs with SharedWindow.start, by ControlBlock.postsBy.
        Memory.fullFence();
        for (int origin : origins) {
            controls[origin].addPost(me);
        }
        bells.ring(origins);
        return Rc.OK;
    }

    @Override
    public int start(int[] targets) {
        int result = Rc.OK;
        for (int target : targets) {
            long used = postsUsed[target];
            BooleanSupplier posted = () -> controls[me].postsBy(target) > used;
            int rc = await(target, "to post its window", posted);
            postsUsed[target] += rc == Rc.OK ? 1 : 0;
            result = result == Rc.OK ? rc : result;
        }
        return result;
    }

    @Override
    public int complete(int[] targets) {
        // Pairs with SharedWindow.hasCompleted.
        Memory.fullFence();
        for (int target : targets) {
            controls[target].addCompletion(me);
        }
        bells.ring(targets);
        return Rc.OK;
    }

    private boolean hasCompleted(int origin) {
        return controls[me].completionsBy(origin) > completionsUsed[origin];
    }

    @Override
    public int await(int[] origins) {
        int result = Rc.OK;
        for (int origin : origins) {
            int rc = await(origin, "to complete operations", () -> hasCompleted(origin));
            completionsUsed[origin] += rc == Rc.OK ? 1 : 0;
            result = result == Rc.OK ? rc : result;
        }
        return result;
    }

    @Override
    public boolean test(int[] origins) {
        engine.progress();
        for (int origin : origins) {
            if (!hasCompleted(origin)) {
                return false;
            }
        }
        for (int origin : origins) {
            completionsUsed[origin]++;
        }
        return true;
    }

    // ---- Memory.

    /** Dynamic windows are served by another component. */
    @Override
    public long attach(long address, long bytes, Object owner) {
        return -1;
    }

    @Override
    public boolean detach(long address) {
        return false;
    }

    @Override
    public MemorySegment memoryOf(int member) {
        return member < 0 ? members.whole() : members.segments()[member];
    }

    @Override
    public void close() {
        members.close();
        bells.close();
        arena.close();
    }
}
