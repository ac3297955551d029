package org.strata.launcher.timeline;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads a message in the wire format of protocol buffers, without a schema. */
final class ProtoReader {
    private final Map<Integer, List<Object>> fields = new TreeMap<>();

    ProtoReader(byte[] message) {
        ByteBuffer in = ByteBuffer.wrap(message);
        while (in.hasRemaining()) {
            long tag = varint(in);
            Object value =
                    switch ((int) tag & 7) {
                        case 0 -> varint(in);
                        case 2 -> {
                            byte[] bytes = new byte[Math.toIntExact(varint(in))];
                            in.get(bytes);
                            yield bytes;
                        }
                        default -> throw new AssertionError("wire type " + (tag & 7));
                    };
            fields.computeIfAbsent((int) (tag >> 3), any -> new ArrayList<>()).add(value);
        }
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = in.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new AssertionError("a number without end");
    }

    boolean has(int field) {
        return fields.containsKey(field);
    }

    /** Returns the only number of a field. */
    long number(int field) {
        return (Long) only(field);
    }

    /** Returns the only text of a field. */
    String text(int field) {
        return new String((byte[]) only(field), StandardCharsets.UTF_8);
    }

    /** Returns the only message of a field. */
    ProtoReader message(int field) {
        return new ProtoReader((byte[]) only(field));
    }

    private Object only(int field) {
        List<Object> all = fields.getOrDefault(field, List.of());
        if (all.size() != 1) {
            throw new AssertionError(all.size() + " values of field " + field + ": " + fields);
        }
        return all.getFirst();
    }

    /** Returns all messages of a field. */
    List<ProtoReader> messages(int field) {
        return fields.getOrDefault(field, List.of()).stream()
                .map(bytes -> new ProtoReader((byte[]) bytes))
                .toList();
    }
}
