package mpi;

import java.util.Arrays;

/**
 * The epochs that this member has open on a window (MPI 3.1 §11.5). An access epoch lets it operate
 * on other members' memory: between fences, from start to complete, or while it holds locks. An
 * exposure epoch lets others operate on its memory: from post to wait. Guarded by the bracket.
 *
 * <p>The methods return what is wrong with a call, in words, or null.
 */
final class Epochs {
    /** What the access epoch began with. */
    private enum Access {
        NONE,
        /** A fence; no epoch yet until there is an operation. */
        FENCE,
        /** A fence and at least one operation. */
        FENCE_USED,
        START,
        LOCK,
        LOCK_ALL
    }

    private static final byte UNLOCKED = 0;
    private static final byte LOCKED = 1;

    /** Locked with MODE_NOCHECK: the member was not asked for its lock. */
    private static final byte ASSERTED = 2;

    private Access access = Access.NONE;
    private final byte[] locks;
    private int locked;
    private boolean lockAllAsserted;
    private int[] targets;
    private int[] origins;

    Epochs(int size) {
        locks = new byte[size];
    }

    // ---- Operations.

    /** Checks that an operation on a member is allowed now. Tier 1. */
    String operation(int target) {
        boolean allowed =
                switch (access) {
                    case NONE -> false;
                    case FENCE, FENCE_USED, LOCK_ALL -> true;
                    case START -> contains(targets, target);
                    case LOCK -> locks[target] != UNLOCKED;
                };
        if (!allowed) {
            return "no epoch allows operations on rank " + target + " now: " + describe();
        }
        if (access == Access.FENCE) {
            access = Access.FENCE_USED;
        }
        return null;
    }

    /** Checks that a member is locked. */
    String passive(int target) {
        boolean held = access == Access.LOCK_ALL || locks[target] != UNLOCKED;
        return held ? null : "rank " + target + " is not locked: " + describe();
    }

    /** Checks that some member is locked. */
    String passive() {
        boolean held = access == Access.LOCK_ALL || access == Access.LOCK;
        return held ? null : "no rank is locked: " + describe();
    }

    private static boolean contains(int[] ranks, int rank) {
        for (int each : ranks) {
            if (each == rank) {
                return true;
            }
        }
        return false;
    }

    // ---- Fences.

    String fence() {
        boolean other = access == Access.START || access == Access.LOCK;
        return other || access == Access.LOCK_ALL || origins != null ? describe() : null;
    }

    void fenced(boolean more) {
        access = more ? Access.FENCE : Access.NONE;
    }

    // ---- Locks.

    String lock(int target) {
        boolean open = access == Access.NONE || access == Access.FENCE || access == Access.LOCK;
        if (!open) {
            return describe();
        }
        return locks[target] == UNLOCKED ? null : "rank " + target + " is locked already";
    }

    void locked(int target, boolean asserted) {
        access = Access.LOCK;
        locks[target] = asserted ? ASSERTED : LOCKED;
        locked++;
    }

    String unlock(int target) {
        return access == Access.LOCK && locks[target] != UNLOCKED
                ? null
                : "rank " + target + " is not locked by lock: " + describe();
    }

    /** Returns whether a lock was taken without asking. */
    boolean isAsserted(int target) {
        return locks[target] == ASSERTED;
    }

    void unlocked(int target) {
        locks[target] = UNLOCKED;
        access = --locked == 0 ? Access.NONE : access;
    }

    String lockAll() {
        return access == Access.NONE || access == Access.FENCE ? null : describe();
    }

    void lockedAll(boolean asserted) {
        access = Access.LOCK_ALL;
        lockAllAsserted = asserted;
    }

    String unlockAll() {
        return access == Access.LOCK_ALL ? null : "lockAll does not hold: " + describe();
    }

    boolean isAllAsserted() {
        return lockAllAsserted;
    }

    void unlockedAll() {
        access = Access.NONE;
    }

    // ---- Groups.

    String start() {
        return lockAll();
    }

    void started(int[] group) {
        access = Access.START;
        targets = group;
    }

    String complete() {
        return access == Access.START ? null : "start was not called: " + describe();
    }

    /** Ends the access epoch; returns its targets. */
    int[] completed() {
        access = Access.NONE;
        return targets;
    }

    String post() {
        boolean fenced = access == Access.FENCE_USED;
        return origins == null && !fenced ? null : describe();
    }

    void posted(int[] group) {
        origins = group;
    }

    /** Returns the origins of the exposure epoch; null when there is none. */
    int[] origins() {
        return origins;
    }

    void unposted() {
        origins = null;
    }

    /** Checks that the window may be freed. */
    String free() {
        boolean open = access == Access.START || access == Access.LOCK || origins != null;
        return open || access == Access.LOCK_ALL ? describe() : null;
    }

    private String describe() {
        String text =
                switch (access) {
                    case NONE -> "no access epoch is open";
                    case FENCE -> "the last call was a fence";
                    case FENCE_USED -> "operations after the last fence are not complete";
                    case START -> "an epoch of start is open, with " + Arrays.toString(targets);
                    case LOCK -> locked + (locked == 1 ? " rank is locked" : " ranks are locked");
                    case LOCK_ALL -> "all ranks are locked";
                };
        return origins == null ? text : text + ", the window is posted";
    }
}
