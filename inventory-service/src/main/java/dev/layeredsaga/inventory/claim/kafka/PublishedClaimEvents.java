package dev.layeredsaga.inventory.claim.kafka;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimExpired;
import dev.layeredsaga.contract.inventory.ClaimMissing;
import dev.layeredsaga.contract.inventory.ClaimUnsettled;
import dev.layeredsaga.inventory.claim.ClaimEvents;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Publishes on {@code inventory.events}, with the owner, which for a saga's claim is the saga's id, as key. */
@Component
record PublishedClaimEvents(Outbox outbox) implements ClaimEvents {

    @Override
    public void expired(ClaimSnapshot claim) {
        List<String> skus = claim.lines().stream().map(ClaimSnapshot.Line::sku).toList();
        outbox.publish(OutgoingMessage.of(
                Topics.INVENTORY_EVENTS, claim.owner(), new ClaimExpired(claim.id(), claim.owner(), skus)));
    }

    @Override
    public void unsettled(UUID claimId, UUID sagaId, Instant heldSince) {
        outbox.publish(
                OutgoingMessage.of(Topics.INVENTORY_EVENTS, sagaId, new ClaimUnsettled(claimId, sagaId, heldSince)));
    }

    @Override
    public void missing(UUID sagaId) {
        outbox.publish(OutgoingMessage.of(Topics.INVENTORY_EVENTS, sagaId, new ClaimMissing(sagaId)));
    }
}
