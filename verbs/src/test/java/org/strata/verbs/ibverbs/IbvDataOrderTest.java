package org.strata.verbs.ibverbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.verbs.ibverbs.IbvDataOrder.CANNOT_BE_ASKED;
import static org.strata.verbs.ibverbs.IbvDataOrder.NO;
import static org.strata.verbs.ibverbs.IbvDataOrder.YES;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.verbs.DataOrder;
import org.strata.verbs.DataOrder.Extent;
import org.strata.verbs.Transport;
import org.strata.verbs.ibverbs.InOrderDevices.Known;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a queue pair of libibverbs promises: the library's answer, and the list of devices. */
final class IbvDataOrderTest {
    private static final int MELLANOX = 0x2c9;
    private static final int QP = 0x1234_5678;

    /** What stands in for libibverbs' function. */
    @FunctionalInterface
    interface Query {
        int answer(long qp, int operation, int flags);
    }

    /** 1 is yes; 0 is no, and so are an errno, a negative errno and a failed call. */
    @ParameterizedTest
    @CsvSource({"1, 1", "0, 0", "95, 0", "-95, 0", "-1, 0", "2, 0"})
    void onlyAPlainYesOfTheLibraryIsOne(int returned, int expected) throws Exception {
        List<Long> asked = new ArrayList<>();
        Query query =
                (qp, operation, flags) -> {
                    asked.addAll(List.of(qp, (long) operation, (long) flags));
                    return returned;
                };
        MethodType type = MethodType.methodType(int.class, long.class, int.class, int.class);
        FunctionDescriptor described =
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT);
        var target = MethodHandles.lookup().findVirtual(Query.class, "answer", type).bindTo(query);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment function = Linker.nativeLinker().upcallStub(target, described, arena);
            assertThat(IbvLibrary.dataInOrder(function, QP)).isEqualTo(expected);
        }
        assertThat(asked)
                .as("the queue pair, IBV_WR_RDMA_WRITE, a whole message")
                .containsExactly((long) QP, 0L, 0L);
    }

    @Test
    void anOldLibraryCannotBeAsked() {
        assertThat(IbvLibrary.dataInOrder(null, QP)).isEqualTo(CANNOT_BE_ASKED);
    }

    @ParameterizedTest
    @CsvSource({
        // The library's yes counts everywhere: on most processors it says no for all devices.
        "1, NEVER, true, WORDS",
        "1, NEVER, false, WORDS",
        "1, UNASKED, true, WORDS",
        "1, ALWAYS, false, WORDS",
        // Its no counts, but where its driver knows no answer.
        "0, NEVER, true, NONE",
        "0, UNASKED, true, NONE",
        "0, ALWAYS, true, WORDS",
        "0, ALWAYS, false, NONE",
        // The list counts on x86 only.
        "-1, NEVER, true, NONE",
        "-1, UNASKED, true, WORDS",
        "-1, ALWAYS, true, WORDS",
        "-1, ALWAYS, false, NONE",
    })
    void theListCountsWhereTheLibraryDoesNotKnow(
            int said, Known known, boolean x86, Extent expected) {
        DataOrder order = IbvDataOrder.of(said, known, x86);
        assertThat(order.extent()).isEqualTo(expected);
        assertThat(order.source()).isNotBlank();
    }

    @Test
    void aDeviceThatIsNotListedIsNamedSo() {
        assertThat(IbvDataOrder.of(CANNOT_BE_ASKED, Known.NEVER, true).source())
                .contains("cannot be asked", "not listed");
        assertThat(IbvDataOrder.of(NO, Known.NEVER, true).source()).contains("does not promise");
        assertThat(IbvDataOrder.of(YES, Known.NEVER, true).source()).contains("promises");
    }

    @ParameterizedTest
    @CsvSource({
        "0x2c9, 4099, ALWAYS", "0x15b3, 26428, ALWAYS", "0x119f, 4103, ALWAYS",
        "0x2c9, 4115, UNASKED", "0x2c9, 4117, UNASKED", "0x2c9, 4113, UNASKED",
        // ConnectX-5, -6 and -7 place packets out of order where the fabric says so.
        "0x2c9, 4119, NEVER", "0x2c9, 4123, NEVER", "0x2c9, 4129, NEVER",
        // Soft-RoCE, Broadcom.
        "0xffffff, 0, NEVER", "0x14e4, 0x16d7, NEVER", "0, 0, NEVER",
        // A listed part of another vendor.
        "0x14e4, 4099, NEVER",
    })
    void devicesAreFoundByVendorAndPart(String vendor, String part, Known expected) {
        assertThat(InOrderDevices.find(Integer.decode(vendor), Integer.decode(part)))
                .isEqualTo(expected);
    }

    /** Whoever adds a device says how it is known to be in order. */
    @Test
    void eachListedDeviceHasASource() throws IOException {
        try (InputStream in = InOrderDevices.class.getResourceAsStream("in-order-devices.txt")) {
            String file = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(file.lines().filter(line -> !line.startsWith("#") && !line.isBlank()))
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line).matches("0x.* # .*; (\\[\\d])+"));
            assertThat(file.lines().filter(line -> line.startsWith("#   [")))
                    .as("the sources")
                    .hasSize(3);
        }
        assertThat(InOrderDevices.find(MELLANOX, 23_108)).isEqualTo(Known.ALWAYS);
    }

    /** {@code enum ibv_transport_type} of verbs.h. */
    @ParameterizedTest
    @CsvSource({
        "-1, UNKNOWN",
        "0, INFINIBAND",
        "1, IWARP",
        "2, USNIC",
        "3, USNIC",
        "4, OWN",
        "5, UNKNOWN"
    })
    void transportsAreTheLibrarys(int value, Transport expected) {
        assertThat(Transport.of(value)).isEqualTo(expected);
    }
}
