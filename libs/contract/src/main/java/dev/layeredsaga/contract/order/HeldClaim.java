package dev.layeredsaga.contract.order;

import java.util.UUID;

/** A claim that a customer held before ordering, with the token that proves ownership. */
public record HeldClaim(UUID id, UUID token) {

    /** Omits the token, to keep it out of logs. */
    @Override
    public String toString() {
        return "HeldClaim[id=%s]".formatted(id);
    }
}
