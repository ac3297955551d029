package org.strata.btl.wrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.RdmaBtl;
import org.strata.testkit.FakeBtlConfig;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A wrapper that changes nothing hides nothing: also a method that a Btl gets later. */
class BtlWrapperTest {
    /** They have a meaning of their own; the contract covers them. */
    private static final Set<String> OWN = Set.of("attributes", "send");

    private final List<String> calls = new ArrayList<>();

    private static final class Wrapper extends BtlWrapper implements RdmaBtl {
        Wrapper(Btl link) {
            super(link, "plain", (btl, endpoint, rc, reason) -> {});
        }
    }

    static Stream<Method> methods() {
        return Arrays.stream(RdmaBtl.class.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .filter(method -> !OWN.contains(method.getName()))
                // The progress engine polls the wrapped Btl itself.
                .filter(method -> !isPollOfAllPeers(method))
                .filter(method -> !isRegisterWithoutOwner(method))
                .filter(method -> !method.getName().equals("receiveShort"));
    }

    /** It is the call with an owner. */
    private static boolean isRegisterWithoutOwner(Method method) {
        return method.getName().equals("register") && method.getParameterCount() == 4;
    }

    private static boolean isPollOfAllPeers(Method method) {
        return method.getName().equals("progress") && method.getParameterCount() == 0;
    }

    /** Returns a value of a type that is not its default. */
    private static Object some(Class<?> type) {
        if (type == int.class) {
            return 17;
        }
        if (type == long.class) {
            return 18L;
        }
        return type == boolean.class ? (Object) false : null;
    }

    private Object answer(Object self, Method method, Object[] arguments) {
        if (method.getName().equals("attributes")) {
            BtlAttributes attributes = FakeBtlConfig.of(FakeBtlConfig.RDMA).attributes();
            return attributes;
        }
        calls.add(method.getName() + Arrays.toString(arguments));
        return some(method.getReturnType());
    }

    /** Otherwise a message would bypass the wrapper's {@link BtlWrapper#onMessage}. */
    @Test
    void everyMessageGoesThroughTheHandlers() {
        Btl wrapper =
                new Wrapper(
                        (Btl)
                                Proxy.newProxyInstance(
                                        RdmaBtl.class.getClassLoader(),
                                        new Class<?>[] {RdmaBtl.class},
                                        this::answer));
        assertThat(wrapper.receiveShort(null, 1, 2, 3, null, 4, 5, 6)).isEqualTo(Btl.OTHER);
        assertThat(calls).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("methods")
    void aCallReachesTheWrappedBtlAndItsAnswerTheCaller(Method method) throws Exception {
        Object link =
                Proxy.newProxyInstance(
                        RdmaBtl.class.getClassLoader(),
                        new Class<?>[] {RdmaBtl.class},
                        this::answer);
        Object[] arguments =
                Stream.of(method.getParameterTypes()).map(BtlWrapperTest::some).toArray();
        Object answer = method.invoke(new Wrapper((Btl) link), arguments);
        assertThat(answer).isEqualTo(some(method.getReturnType()));
        Object[] passed = arguments.length == 0 ? null : arguments;
        assertThat(calls).containsExactly(method.getName() + Arrays.toString(passed));
    }
}
