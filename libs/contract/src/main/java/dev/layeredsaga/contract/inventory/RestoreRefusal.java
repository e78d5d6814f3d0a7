package dev.layeredsaga.contract.inventory;

/** The reasons for which the inventory takes nothing back. The names are part of the contract. */
public enum RestoreRefusal {
    /** The saga has no sale, or one so old that its claim was removed. */
    UNKNOWN_SALE,
    /** More would come back of an item than was sold to the saga and has not come back. */
    MORE_THAN_SOLD,
    /** The return's saga has restored other lines at this step. */
    RESTORED_OTHERWISE
}
