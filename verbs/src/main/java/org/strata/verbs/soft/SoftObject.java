package org.strata.verbs.soft;

/** An object made from a device; objects made from it, or that work with it, are its users. */
abstract class SoftObject implements AutoCloseable {
    final OpenDevice open;
    final SoftDevice device;
    final DeviceObjects objects;
    final Worker worker;
    private final String what;
    private final UserCount users = new UserCount();

    /**
     * @param what names the object in messages: {@code "the completion queue"}
     */
    SoftObject(OpenDevice open, String what) {
        this.open = open;
        this.device = open.device();
        this.objects = open.objects();
        this.worker = open.worker();
        this.what = what;
    }

    final UserCount users() {
        return users;
    }

    /**
     * Closes the object; a second call does nothing.
     *
     * @throws org.strata.verbs.VerbsException EBUSY while the object has users
     */
    @Override
    public final synchronized void close() {
        if (users.close(what)) {
            free();
        }
    }

    /**
     * Frees the object's records and memory, and removes it from the users of others. Called once.
     */
    abstract void free();
}
