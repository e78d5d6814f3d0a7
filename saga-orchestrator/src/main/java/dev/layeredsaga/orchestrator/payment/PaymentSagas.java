package dev.layeredsaga.orchestrator.payment;

import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/** The settlement's view of the sagas that payments belong to. */
public interface PaymentSagas {

    /** Returns how each of these sagas stands, in the current transaction; one that is not there is missing. */
    Map<UUID, SagaStanding> standings(Collection<UUID> sagaIds);
}
