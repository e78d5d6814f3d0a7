package dev.layeredsaga.inventory.item;

/** Wants to know when there may be more of an item than before. */
public interface StockObserver {

    /** Called in the section and the transaction that changed the stock, if someone waits for the item. */
    void stockChanged(String sku);
}
