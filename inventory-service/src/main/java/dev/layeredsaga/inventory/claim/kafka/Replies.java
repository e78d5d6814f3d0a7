package dev.layeredsaga.inventory.claim.kafka;

import dev.layeredsaga.contract.inventory.AdoptClaim;
import dev.layeredsaga.contract.inventory.ClaimConfirmed;
import dev.layeredsaga.contract.inventory.ClaimExtended;
import dev.layeredsaga.contract.inventory.ClaimQueued;
import dev.layeredsaga.contract.inventory.ClaimRefusal;
import dev.layeredsaga.contract.inventory.ClaimRefused;
import dev.layeredsaga.contract.inventory.ClaimReleased;
import dev.layeredsaga.contract.inventory.ClaimStock;
import dev.layeredsaga.contract.inventory.ConfirmClaim;
import dev.layeredsaga.contract.inventory.ExtendClaim;
import dev.layeredsaga.contract.inventory.InventoryCommand;
import dev.layeredsaga.contract.inventory.ReleaseClaim;
import dev.layeredsaga.contract.inventory.RestoreRefusal;
import dev.layeredsaga.contract.inventory.RestoreRefused;
import dev.layeredsaga.contract.inventory.RestoreStock;
import dev.layeredsaga.contract.inventory.StockClaimed;
import dev.layeredsaga.contract.inventory.StockRestored;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.Refusal;
import org.jspecify.annotations.Nullable;

/** Creates the replies to the commands of sagas. */
final class Replies {

    private Replies() {}

    static SagaReply to(InventoryCommand command, ClaimOutcome outcome) {
        return switch (outcome) {
            case ClaimOutcome.Granted granted -> granted(command, granted.claim());
            case ClaimOutcome.Restored restored -> new StockRestored(command.attempt());
            case ClaimOutcome.Refused refused -> refused(command.attempt(), refused.refusal());
            case ClaimOutcome.Queued queued ->
                new ClaimQueued(
                        command.attempt(),
                        queued.busy().sku(),
                        queued.ahead(),
                        queued.busy().lockExpiresAt(),
                        queued.givesUpAt());
        };
    }

    private static SagaReply granted(InventoryCommand command, ClaimSnapshot claim) {
        StepAttempt attempt = command.attempt();
        return switch (command) {
            case ClaimStock claimed -> claimed(attempt, claim);
            case AdoptClaim adopted -> claimed(attempt, claim);
            case ConfirmClaim confirmed -> new ClaimConfirmed(attempt);
            case ExtendClaim extended -> new ClaimExtended(attempt, claim.expiresAt());
            case ReleaseClaim released -> new ClaimReleased(attempt);
            case RestoreStock unexpected -> throw new IllegalStateException("nothing is granted to a return");
        };
    }

    static SagaReply claimed(StepAttempt attempt, ClaimSnapshot claim) {
        return new StockClaimed(attempt, claim.id(), claim.token(), claim.expiresAt());
    }

    static SagaReply refused(StepAttempt attempt, Refusal refusal) {
        return switch (refusal) {
            case Refusal.Busy busy -> busy(attempt, busy);
            case Refusal.OutOfStock out ->
                plain(attempt, ClaimRefusal.OUT_OF_STOCK, "There is not enough stock", out.sku());
            case Refusal.UnknownSku unknown ->
                plain(attempt, ClaimRefusal.UNKNOWN_SKU, "There is no such item", unknown.sku());
            case Refusal.ClaimExpired expired ->
                plain(attempt, ClaimRefusal.CLAIM_EXPIRED, "The claim has expired", null);
            case Refusal.ClaimLost lost -> plain(attempt, ClaimRefusal.CLAIM_LOST, "The claim is lost", null);
            case Refusal.ClaimMismatch mismatch ->
                plain(attempt, ClaimRefusal.CLAIM_MISMATCH, "The claim holds something else", null);
            case Refusal.UnknownClaim unknown ->
                plain(attempt, ClaimRefusal.CLAIM_LOST, "There is no such claim", null);
            case Refusal.AlreadyConfirmed confirmed ->
                plain(attempt, ClaimRefusal.CLAIM_LOST, "The claim is already confirmed", null);
            case Refusal.TooManyHolds unexpected -> throw onlyForRequests(unexpected);
            case Refusal.HeldTooLong unexpected -> throw onlyForRequests(unexpected);
            case Refusal.KeyReused unexpected -> throw onlyForRequests(unexpected);
            case Refusal.KeyInUse unexpected -> throw onlyForRequests(unexpected);
            case Refusal.NotRestored not -> new RestoreRefused(attempt, codeOf(not.cause()), not.message());
        };
    }

    private static RestoreRefusal codeOf(Refusal.NotRestored.Cause cause) {
        return switch (cause) {
            case UNKNOWN_SALE -> RestoreRefusal.UNKNOWN_SALE;
            case MORE_THAN_SOLD -> RestoreRefusal.MORE_THAN_SOLD;
            case RESTORED_OTHERWISE -> RestoreRefusal.RESTORED_OTHERWISE;
        };
    }

    private static IllegalStateException onlyForRequests(Refusal refusal) {
        return new IllegalStateException("sagas are not refused for " + refusal.code());
    }

    private static ClaimRefused busy(StepAttempt attempt, Refusal.Busy busy) {
        return new ClaimRefused(
                attempt,
                ClaimRefusal.RESOURCE_BUSY,
                "The item is held by another claim",
                busy.sku(),
                busy.lockedAt(),
                busy.lockExpiresAt(),
                busy.retryAfterSeconds());
    }

    private static ClaimRefused plain(StepAttempt attempt, ClaimRefusal code, String message, @Nullable String sku) {
        return new ClaimRefused(attempt, code, message, sku, null, null, null);
    }
}
