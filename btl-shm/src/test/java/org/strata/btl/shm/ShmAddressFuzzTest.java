package org.strata.btl.shm;

import org.strata.testkit.fuzz.FuzzContract;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Cards of peers on this node. */
class ShmAddressFuzzTest extends FuzzContract {
    @Override
    protected List<byte[]> valid() {
        return List.of(
                new ShmAddress("", "/dev/shm/strata.x", 7, "pid:[1]", 1, 2, 3).encode(),
                ShmAddress.refusing("no shared memory here").encode());
    }

    @Override
    protected void parse(byte[] input) throws IOException {
        ShmAddress read = ShmAddress.decode(input);
        if (!ShmAddress.decode(read.encode()).equals(read)) {
            throw new AssertionError(read);
        }
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(IOException.class);
    }
}
