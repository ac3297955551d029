package org.strata.opal.platform.portable;

import org.strata.opal.platform.ProcessCalls;

import java.util.Optional;

/** What ProcessHandle can do: a request to end, and an end. */
final class PortableProcesses implements ProcessCalls {
    private static final int KILL = 9;
    private static final int TERM = 15;

    @Override
    public int kill(int pid, int signal) {
        if (signal != KILL && signal != TERM) {
            return -PortableErrno.ENOSYS;
        }
        if (pid == ProcessHandle.current().pid()) {
            return -PortableErrno.EPERM;
        }
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        if (process.isEmpty() || !process.get().isAlive()) {
            return -PortableErrno.ESRCH;
        }
        boolean sent = signal == KILL ? process.get().destroyForcibly() : process.get().destroy();
        return sent ? 0 : -PortableErrno.EPERM;
    }

    @Override
    public int defaultAction(int signal) {
        return -PortableErrno.ENOSYS;
    }

    @Override
    public int alarmOn(int signal) {
        return -PortableErrno.ENOSYS;
    }

    @Override
    public int read(int descriptor, byte[] bytes) {
        return -PortableErrno.ENOSYS;
    }

    @Override
    public int write(int descriptor, byte[] bytes, int from) {
        return -PortableErrno.ENOSYS;
    }
}
