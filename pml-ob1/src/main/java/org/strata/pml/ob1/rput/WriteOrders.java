package org.strata.pml.ob1.rput;

import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.pml.base.CookieTable;
import org.strata.pml.ob1.header.PutHeader;
import org.strata.pml.ob1.request.RequestPools;
import org.strata.pml.ob1.request.SendRequest;
import org.strata.pml.ob1.request.WriteOrder;

/** Reads PUT packets into write orders. */
final class WriteOrders {
    private final RequestPools pools;
    private final CookieTable cookies;

    WriteOrders(RequestPools pools, CookieTable cookies) {
        this.pools = pools;
        this.cookies = cookies;
    }

    /**
     * Returns the order of a PUT packet, added to its request; null when the request has ended.
     *
     * @param at address of the packet
     * @param length bytes of the packet
     */
    WriteOrder read(long at, int length) {
        if (!(cookies.find(PutHeader.sender(at)) instanceof SendRequest request)) {
            return null;
        }
        WriteOrder order = pools.order();
        order.request = request;
        order.link = request.endpoint.ownLink(PutHeader.link(at));
        order.offset = PutHeader.offset(at);
        order.size = PutHeader.size(at);
        order.remoteAddress = PutHeader.address(at);
        order.piece = PutHeader.piece(at);
        if (order.link == null) {
            order.failure = Rc.LINK_FAILED;
        } else {
            Memory.copy(PutHeader.handle(at), order.handle, length - PutHeader.LENGTH);
        }
        request.receiverCookie = PutHeader.receiver(at);
        request.add(order);
        return order;
    }
}
