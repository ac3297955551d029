package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Vector;

/** What a message may make of memory. */
class ObjectBudgetTest {
    private static byte[] written(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    private static Object read(byte[] bytes, ObjectInputFilter classes) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(new ObjectBudget(bytes.length, classes));
            return in.readObject();
        }
    }

    @Test
    void whatAProgramSendsFits() throws Exception {
        Map<Integer, Integer> entries = new HashMap<>();
        for (int size = 0; size < 2000; size += 1 + size / 3) {
            for (int i = entries.size(); i < size; i++) {
                entries.put(i, null);
            }
            List<Object> all = new ArrayList<>();
            all.addAll(List.of(entries, new LinkedHashMap<>(entries), entries.keySet().toArray()));
            IdentityHashMap<Object, Object> identities = new IdentityHashMap<>();
            entries.keySet().forEach(key -> identities.put(key, null));
            all.add(identities);
            all.add(new HashSet<>(entries.keySet()));
            all.add(new ArrayDeque<>(entries.keySet()));
            all.add(new PriorityQueue<>(entries.keySet()));
            all.add(new Vector<>(entries.keySet()));
            Hashtable<Integer, Integer> table = new Hashtable<>();
            entries.keySet().forEach(key -> table.put(key, key));
            all.add(table);
            all.add(new long[size]);
            all.add(new Object[size]);
            all.add(new boolean[size][2]);
            for (Object each : all) {
                assertThat(read(written(each), null)).hasSameClassAs(each);
            }
            assertThat(read(written(all), null)).isNotNull();
        }
    }

    /** Each array fits the message; a hundred of them in each other are more than all memory. */
    @Test
    void arraysInEachOtherShareTheBudget() throws Exception {
        Object[] outer = new Object[0];
        for (int i = 0; i < 100; i++) {
            outer = new Object[] {outer};
        }
        byte[] bytes = written(new Object[] {outer, new byte[3000]});
        int most = bytes.length;
        ByteBuffer lengths = ByteBuffer.wrap(bytes);
        // TC_ARRAY, TC_REFERENCE, handle, length: from the second array of a class on.
        for (int at = 0; at + 10 < bytes.length; at++) {
            if (bytes[at] == 0x75 && bytes[at + 1] == 0x71 && lengths.getInt(at + 6) == 1) {
                lengths.putInt(at + 6, most);
            }
        }
        assertThatThrownBy(() -> read(bytes, null))
                .isInstanceOf(InvalidClassException.class)
                .hasMessageContaining("REJECTED");
    }

    @Test
    void theOtherFilterDecidesOnClasses() throws Exception {
        ObjectInputFilter noLists = ObjectInputFilter.Config.createFilter("!java.util.ArrayList");
        byte[] list = written(new ArrayList<>(List.of(1)));
        assertThat(read(list, null)).isEqualTo(List.of(1));
        assertThatThrownBy(() -> read(list, noLists)).isInstanceOf(InvalidClassException.class);
        assertThat(read(written(new int[5]), noLists)).isInstanceOf(int[].class);
    }
}
