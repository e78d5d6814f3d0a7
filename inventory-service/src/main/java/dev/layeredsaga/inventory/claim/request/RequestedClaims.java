package dev.layeredsaga.inventory.claim.request;

import dev.layeredsaga.inventory.claim.Claims;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.ClaimScope;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.Refusal;
import dev.layeredsaga.inventory.request.RequestKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The use cases of claims for HTTP requests: a hold repeated with the same idempotency key is the same hold, and the holds of
 * customers are limited. Works in a section, as {@link Claims} does.
 */
@Component
class RequestedClaims {

    private final Claims claims;
    private final ClaimRequests requests;
    private final HoldLimits limits;

    RequestedClaims(Claims claims, ClaimRequests requests, HoldLimits limits) {
        this.claims = claims;
        this.requests = requests;
        this.limits = limits;
    }

    /** Handles the commands in order, each with its own outcome. */
    @Transactional(propagation = Propagation.MANDATORY)
    public List<ClaimOutcome> handle(List<ClaimCommand> commands, ClaimScope scope) {
        List<Checked> checked = check(commands);
        List<ClaimCommand> admitted = checked.stream()
                .filter(Checked.Admitted.class::isInstance)
                .map(command -> ((Checked.Admitted) command).command())
                .toList();
        Iterator<ClaimOutcome> handled =
                (admitted.isEmpty() ? List.<ClaimOutcome>of() : claims.handle(admitted, scope)).iterator();
        List<ClaimOutcome> outcomes = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            outcomes.add(
                    checked.get(i) instanceof Checked.Answered answered
                            ? answered.outcome()
                            : remembered(commands.get(i), handled.next()));
        }
        return outcomes;
    }

    private List<Checked> check(List<ClaimCommand> commands) {
        List<ClaimCommand.Hold> limited = new ArrayList<>();
        commands.forEach(command -> {
            if (command instanceof ClaimCommand.Hold hold && hold.claimant().isLimited()) {
                limited.add(hold);
            }
        });
        Allowance allowance = limited.isEmpty() ? null : limits.of(limited);
        Set<RequestKey> keys = new HashSet<>();
        return commands.stream()
                .map(command -> command instanceof ClaimCommand.Hold hold
                        ? check(hold, keys, allowance)
                        : new Checked.Admitted(command))
                .toList();
    }

    private Checked check(ClaimCommand.Hold hold, Set<RequestKey> keys, @Nullable Allowance allowance) {
        RequestKey key = hold.key();
        if (key != null) {
            if (!keys.add(key) || !requests.reserve(key)) {
                return Checked.refused(new Refusal.KeyInUse());
            }
            Optional<ClaimRequests.Earlier> earlier = requests.find(key);
            if (earlier.isPresent()) {
                return new Checked.Answered(repeat(hold, earlier.get()));
            }
        }
        return allowance != null && hold.claimant().isLimited() ? allowance.check(hold) : new Checked.Admitted(hold);
    }

    private ClaimOutcome repeat(ClaimCommand.Hold hold, ClaimRequests.Earlier earlier) {
        return earlier.fingerprint().equals(hold.fingerprint())
                ? claims.repeat(earlier.claimId())
                : new ClaimOutcome.Refused(new Refusal.KeyReused());
    }

    private ClaimOutcome remembered(ClaimCommand command, ClaimOutcome outcome) {
        if (command instanceof ClaimCommand.Hold hold
                && hold.key() != null
                && outcome instanceof ClaimOutcome.Granted granted) {
            ClaimSnapshot claim = granted.claim();
            requests.add(hold.key(), new ClaimRequests.Earlier(hold.fingerprint(), claim.id()), claim.createdAt());
        }
        return outcome;
    }
}
