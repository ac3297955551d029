package org.strata.pml.base.match;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.proc.Proc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

class ArrivalLinksTest {
    private static final class From extends BtlEndpoint {
        From(int rank) {
            super(new Proc(rank, "node", rank, true));
        }
    }

    private final ArrivalLinks links = new ArrivalLinks();

    @Test
    void everyLinkKeepsItsNumberWhileItHasPackets() {
        List<From> endpoints = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            endpoints.add(new From(i));
            numbers.add(links.add(null, endpoints.get(i)));
        }
        assertThat(numbers).doesNotHaveDuplicates();
        for (int i = 0; i < 200; i++) {
            assertThat(links.endpoint(numbers.get(i))).isSameAs(endpoints.get(i));
            assertThat(links.add(null, endpoints.get(i))).isEqualTo(numbers.get(i));
        }
    }

    /** A decorator passes on packets of an endpoint, whose BTL passes on others. */
    @Test
    void anEndpointOfTwoBtlsIsTwoLinks() {
        From endpoint = new From(3);
        Btl inner = btl();
        Btl outer = btl();
        int first = links.add(inner, endpoint);
        int second = links.add(outer, endpoint);
        assertThat(links.btl(first)).isSameAs(inner);
        assertThat(links.btl(second)).isSameAs(outer);
        for (int i = 0; i < 2; i++) {
            assertThat(links.add(inner, endpoint)).isEqualTo(first);
            assertThat(links.add(outer, endpoint)).isEqualTo(second);
        }
    }

    private static Btl btl() {
        Class<?>[] types = {Btl.class};
        InvocationHandler none = (proxy, method, arguments) -> null;
        return (Btl) Proxy.newProxyInstance(Btl.class.getClassLoader(), types, none);
    }

    /** Connections that come and go do not make the table grow. */
    @Test
    void numbersOfLinksWithoutPacketsAreUsedAgain() {
        From stays = new From(7);
        int kept = links.add(null, stays);
        for (int i = 0; i < 1000; i++) {
            int number = links.add(null, new From(i));
            assertThat(number).isNotEqualTo(kept).isLessThan(64);
            links.remove(number);
        }
        assertThat(links.endpoint(kept)).isSameAs(stays);
        assertThat(links.add(null, stays)).isEqualTo(kept);
    }
}
