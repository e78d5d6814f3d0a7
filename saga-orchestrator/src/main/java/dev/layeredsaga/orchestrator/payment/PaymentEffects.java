package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.saga.SagaReply;
import java.util.ArrayList;
import java.util.List;

/** The consequences of changes to payments: replies to their sagas, in the same transaction, and calls to the gateway after its commit. */
record PaymentEffects(List<SagaReply> replies, List<GatewayCall> calls) {

    PaymentEffects() {
        this(new ArrayList<>(), new ArrayList<>());
    }
}
