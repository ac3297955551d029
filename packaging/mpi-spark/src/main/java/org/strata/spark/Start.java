package org.strata.spark;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a rank is told first.
 *
 * @param rank its rank
 * @param hosts the host of each rank
 * @param program name of the class that it runs
 * @param args arguments for it
 * @param directory where files with long arrays are
 */
record Start(int rank, List<String> hosts, String program, List<String> args, String directory) {
    Frame frame() throws IOException {
        return Frame.of(
                Frame.Type.START,
                out -> {
                    out.writeInt(rank);
                    out.writeInt(hosts.size());
                    for (String host : hosts) {
                        Frame.writeText(out, host);
                    }
                    Frame.writeText(out, program);
                    out.writeInt(args.size());
                    for (String arg : args) {
                        Frame.writeText(out, arg);
                    }
                    Frame.writeText(out, directory);
                });
    }

    static Start from(Frame frame) throws IOException {
        DataInputStream in = frame.content();
        int rank = in.readInt();
        List<String> hosts = texts(in);
        String program = Frame.readText(in);
        List<String> args = texts(in);
        return new Start(rank, hosts, program, args, Frame.readText(in));
    }

    private static List<String> texts(DataInputStream in) throws IOException {
        int count = in.readInt();
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(Frame.readText(in));
        }
        return texts;
    }
}
