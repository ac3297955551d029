package org.strata.btl.openib;

import org.strata.opal.Rc;
import org.strata.verbs.Context;
import org.strata.verbs.Provider;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SendWr;

import java.util.Random;

/**
 * Adapters whose queue pairs refuse send requests as if their ring were full: often at first, then
 * seldom, since nothing wakes a rank that sleeps until it may try again.
 */
final class RefusingProvider extends WrappedProvider {
    private static final int ONE_OF = 3;
    private static final int LATER_ONE_OF = 64;
    private static final int FIRST_POSTS = 64;

    RefusingProvider(Provider provider) {
        super(provider);
    }

    @Override
    public Context open(String device) {
        return new Refusing(provider.open(device));
    }

    private static final class Refusing extends WrappedContext {
        Refusing(Context context) {
            super(context);
        }

        @Override
        public QueuePair createQp(QpInit init) {
            return new Pair(context.createQp(init));
        }
    }

    private static final class Pair extends WrappedPair {
        private final Random random = new Random(11);
        private int posts;

        Pair(QueuePair pair) {
            super(pair);
        }

        @Override
        public int postSend(SendWr wr) {
            int oneOf = posts++ < FIRST_POSTS ? ONE_OF : LATER_ONE_OF;
            return random.nextInt(oneOf) == 0 ? Rc.NO_RESOURCE : pair.postSend(wr);
        }
    }
}
