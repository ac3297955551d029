package org.strata.mca.rcache;

/**
 * Registered memory: a BTL may read or write it remotely until the registration is released. Base
 * class of the BTLs' own registrations, which add keys.
 */
public abstract class Registration {
    /** Local write allowed. */
    public static final int LOCAL_WRITE = 1;

    /** Remote write allowed. */
    public static final int REMOTE_WRITE = 2;

    /** Remote read allowed. */
    public static final int REMOTE_READ = 4;

    /** Remote atomics allowed. */
    public static final int REMOTE_ATOMIC = 8;

    /**
     * A hint for {@link org.strata.mca.btl.RdmaBtl#register}, not an access: this memory will
     * hardly be used again, so a cache should not keep the registration once its last user has
     * released it. A BTL without a cache ignores it, and so does a cache that contains the range
     * already.
     */
    public static final int TRANSIENT = 1 << 16;

    /**
     * A request to {@link org.strata.mca.btl.RdmaBtl#register}, not an access: return a
     * registration only where one exists, or where this memory has been asked for so often that
     * registering it pays; otherwise null. A BTL without a cache returns null.
     */
    public static final int IF_WORTH = 1 << 17;

    /**
     * A request to {@link org.strata.mca.btl.RdmaBtl#register}, not an access: return null where no
     * cache could keep the registration, because there is none, or because nobody knows what keeps
     * the memory alive. For messages that are cheaper to copy than to register every time.
     */
    public static final int IF_KEPT = 1 << 18;

    /** The hints among the bits of an access. */
    public static final int HINTS = TRANSIENT | IF_WORTH | IF_KEPT;

    private final long address;
    private final long length;
    private final int access;

    /**
     * @param address first registered byte
     * @param length registered bytes
     * @param access the allowed accesses, a union of this class's constants
     */
    protected Registration(long address, long length, int access) {
        this.address = address;
        this.length = length;
        this.access = access;
    }

    /** Returns the address of the first registered byte. */
    public final long address() {
        return address;
    }

    /** Returns the number of registered bytes. */
    public final long length() {
        return length;
    }

    /** Returns the allowed accesses, a union of this class's constants. */
    public final int access() {
        return access;
    }
}
