package dev.layeredsaga.inventory.item;

/** Observes changes that may make more of an item available. */
public interface StockObserver {

    /** Called in the section and the transaction that changed the stock, if the item has waiters. */
    void stockChanged(String sku);
}
