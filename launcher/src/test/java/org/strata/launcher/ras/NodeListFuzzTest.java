package org.strata.launcher.ras;

import org.strata.launcher.cli.UsageException;
import org.strata.testkit.fuzz.FuzzContract;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** Lists of nodes and counts as Slurm writes them. */
class NodeListFuzzTest extends FuzzContract {
    @Override
    protected List<byte[]> valid() {
        return utf8("a[01-03,7]b[1-2],c", "n1,n2,n3", "node[001-128]", "3", "[1-2]");
    }

    @Override
    protected List<byte[]> words() {
        return utf8("[", "]", ",", "-", "(x", ")", "0", "999999999", "[0-9]", "[0-99999]");
    }

    @Override
    protected void parse(byte[] input) throws UsageException {
        String text = new String(input, StandardCharsets.UTF_8);
        NodeList.expand(text);
        if (!text.contains("[") && text.indexOf('(') >= 0) {
            TaskCounts.expand(text, "SLURM_TASKS_PER_NODE");
        }
    }

    /** A hundred thousand names of up to 255 letters are a list. */
    @Override
    protected long bound(int length) {
        return 512L << 20;
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(UsageException.class);
    }
}
