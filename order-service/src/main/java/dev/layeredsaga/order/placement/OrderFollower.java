package dev.layeredsaga.order.placement;

import java.io.IOException;

/** Receiver of an order's events. Both methods throw if the receiver has disconnected. */
public interface OrderFollower {

    void tell(OrderEvent event) throws IOException;

    /** Called periodically while there are no new events. */
    void nothingNew() throws IOException;
}
