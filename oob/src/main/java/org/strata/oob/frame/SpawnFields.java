package org.strata.oob.frame;

import org.strata.mca.ess.Spawn;
import org.strata.oob.frame.Frame.MalformedFrameException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The fields of a request to start processes, and of its outcome. */
public final class SpawnFields {
    private static final int PROGRAMS_MAX = 4096;
    private static final int WORDS_MAX = 1 << 16;

    private SpawnFields() {}

    public static void write(FrameWriter frame, Spawn spawn) {
        frame.integer(spawn.programs().size());
        for (Spawn.Program program : spawn.programs()) {
            frame.integer(program.count()).integer(program.command().size());
            program.command().forEach(frame::text);
            frame.integer(program.hints().size());
            program.hints().forEach((key, value) -> frame.text(key).text(value));
        }
    }

    public static Spawn read(FrameReader frame) {
        int programs = count(frame, PROGRAMS_MAX);
        List<Spawn.Program> all = new ArrayList<>();
        for (int i = 0; i < programs; i++) {
            int processes = frame.integer();
            List<String> command = new ArrayList<>();
            for (int words = count(frame, WORDS_MAX); words > 0; words--) {
                command.add(frame.text());
            }
            Map<String, String> hints = new LinkedHashMap<>();
            for (int pairs = count(frame, WORDS_MAX); pairs > 0; pairs--) {
                hints.put(frame.text(), frame.text());
            }
            if (processes < 0 || command.isEmpty()) {
                throw new MalformedFrameException("spawn of " + processes + " processes");
            }
            all.add(new Spawn.Program(command, processes, hints));
        }
        return new Spawn(all);
    }

    private static int count(FrameReader frame, int most) {
        int count = frame.integer();
        if (count < 0 || count > most) {
            throw new MalformedFrameException("list of " + count + " entries");
        }
        return count;
    }
}
