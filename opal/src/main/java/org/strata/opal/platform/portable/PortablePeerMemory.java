package org.strata.opal.platform.portable;

import org.strata.opal.platform.PeerMemory;

/** No process reaches another one's memory: senders use fragments. */
final class PortablePeerMemory implements PeerMemory {
    @Override
    public long read(int pid, long remote, long local, long length) {
        return -PortableErrno.ENOSYS;
    }

    @Override
    public long write(int pid, long remote, long local, long length) {
        return -PortableErrno.ENOSYS;
    }

    @Override
    public long writeInOrder(int pid, long remote, long local, long length) {
        return -PortableErrno.ENOSYS;
    }
}
