package org.strata.btl.openib;

import org.strata.verbs.DataOrder;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpState;
import org.strata.verbs.QpType;
import org.strata.verbs.QueuePair;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendWr;

/** A queue pair around another one, to be changed in some methods. */
class WrappedPair implements QueuePair {
    final QueuePair pair;

    WrappedPair(QueuePair pair) {
        this.pair = pair;
    }

    @Override
    public int postSend(SendWr wr) {
        return pair.postSend(wr);
    }

    @Override
    public int number() {
        return pair.number();
    }

    @Override
    public QpType type() {
        return pair.type();
    }

    @Override
    public QpState state() {
        return pair.state();
    }

    @Override
    public void modify(QpAttributes attributes) {
        pair.modify(attributes);
    }

    @Override
    public QpAttributes query() {
        return pair.query();
    }

    @Override
    public DataOrder dataOrder() {
        return pair.dataOrder();
    }

    @Override
    public int postRecv(RecvWr wr) {
        return pair.postRecv(wr);
    }

    @Override
    public void close() {
        pair.close();
    }
}
