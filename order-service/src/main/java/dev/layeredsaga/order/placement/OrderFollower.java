package dev.layeredsaga.order.placement;

import java.io.IOException;

/** One who is told what becomes of an order. Both methods throw if nobody listens any more. */
public interface OrderFollower {

    void tell(OrderEvent event) throws IOException;

    /** Called every now and then when there is nothing to tell. */
    void nothingNew() throws IOException;
}
