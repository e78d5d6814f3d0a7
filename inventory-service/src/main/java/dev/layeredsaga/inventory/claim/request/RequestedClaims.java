package dev.layeredsaga.inventory.claim.request;

import dev.layeredsaga.inventory.claim.Claims;
import dev.layeredsaga.inventory.claim.HoldProperties;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.Refusal;
import dev.layeredsaga.inventory.claim.command.RequestKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The use cases of claims for HTTP requests: a hold repeated with the same idempotency key is the same hold, and customers have a
 * limited number of live holds. Works in a section, as {@link Claims} does.
 */
@Component
class RequestedClaims {

    private static final int RETRY_AFTER_SECONDS = 10;

    private final Claims claims;
    private final ClaimRequests requests;
    private final HoldProperties settings;

    RequestedClaims(Claims claims, ClaimRequests requests, HoldProperties settings) {
        this.claims = claims;
        this.requests = requests;
        this.settings = settings;
    }

    /** Handles the commands in order, each with its own outcome. */
    @Transactional(propagation = Propagation.MANDATORY)
    public List<ClaimOutcome> handle(List<ClaimCommand> commands) {
        List<@Nullable ClaimOutcome> early = outcomesBefore(commands);
        List<ClaimCommand> rest = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            if (early.get(i) == null) {
                rest.add(commands.get(i));
            }
        }
        Iterator<ClaimOutcome> others = (rest.isEmpty() ? List.<ClaimOutcome>of() : claims.handle(rest)).iterator();
        List<ClaimOutcome> outcomes = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            ClaimOutcome known = early.get(i);
            outcomes.add(known == null ? remembered(commands.get(i), others.next()) : known);
        }
        return outcomes;
    }

    private List<@Nullable ClaimOutcome> outcomesBefore(List<ClaimCommand> commands) {
        Map<String, Integer> holds = liveHolds(commands);
        Set<RequestKey> keys = new HashSet<>();
        List<@Nullable ClaimOutcome> outcomes = new ArrayList<>();
        for (ClaimCommand command : commands) {
            outcomes.add(command instanceof ClaimCommand.Hold hold ? outcomeBefore(hold, keys, holds) : null);
        }
        return outcomes;
    }

    private Map<String, Integer> liveHolds(List<ClaimCommand> commands) {
        SortedSet<String> owners = new TreeSet<>();
        for (ClaimCommand command : commands) {
            if (command instanceof ClaimCommand.Hold hold && hold.claimant().isLimited()) {
                owners.add(hold.claimant().owner());
            }
        }
        return owners.isEmpty() ? new HashMap<>() : requests.liveHoldsOf(owners);
    }

    private @Nullable ClaimOutcome outcomeBefore(
            ClaimCommand.Hold hold, Set<RequestKey> keys, Map<String, Integer> holds) {
        RequestKey key = hold.key();
        if (key != null) {
            if (!keys.add(key) || !requests.reserve(key)) {
                return new ClaimOutcome.Refused(new Refusal.KeyInUse());
            }
            Optional<ClaimRequests.Earlier> earlier = requests.find(key);
            if (earlier.isPresent()) {
                return repeat(hold, earlier.get());
            }
        }
        return isOneTooMany(hold, holds)
                ? new ClaimOutcome.Refused(new Refusal.TooManyHolds(settings.mostPerCustomer(), RETRY_AFTER_SECONDS))
                : null;
    }

    private boolean isOneTooMany(ClaimCommand.Hold hold, Map<String, Integer> holds) {
        return hold.claimant().isLimited()
                && holds.merge(hold.claimant().owner(), 1, Integer::sum) > settings.mostPerCustomer();
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
