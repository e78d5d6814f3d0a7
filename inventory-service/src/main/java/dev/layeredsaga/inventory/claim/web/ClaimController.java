package dev.layeredsaga.inventory.claim.web;

import dev.layeredsaga.chassis.http.IdempotencyKeyHeader;
import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.chassis.validation.CustomerId;
import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.chassis.validation.Sku;
import dev.layeredsaga.inventory.claim.ClaimAudit;
import dev.layeredsaga.inventory.claim.ClaimSearch;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.ClaimState;
import dev.layeredsaga.inventory.claim.request.ClaimDesk;
import dev.layeredsaga.inventory.request.RequestKey;
import dev.layeredsaga.inventory.web.ErrorCode;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/claims")
class ClaimController {

    private static final String TOKEN = "Claim-Token";

    private final ClaimDesk desk;
    private final ClaimSearch search;
    private final ClaimViews views;
    private final ClaimAudit audit;

    ClaimController(ClaimDesk desk, ClaimSearch search, ClaimViews views, ClaimAudit audit) {
        this.desk = desk;
        this.search = search;
        this.views = views;
        this.audit = audit;
    }

    @PostMapping
    ResponseEntity<ClaimResponse> claim(
            Caller caller, @RequestHeader HttpHeaders headers, @RequestBody @Valid ClaimRequest request) {
        requireOpen(caller, request.owner());
        RequestKey key = IdempotencyKeyHeader.read(
                        headers, value -> new RequestKey(caller.name(), value), ErrorCode.IDEMPOTENCY_KEY_MALFORMED)
                .orElse(null);
        ClaimSnapshot claim = granted(request.toCommand(caller.isOperator(), key));
        return ResponseEntity.created(URI.create("/claims/" + claim.id())).body(ClaimResponse.withToken(claim));
    }

    @GetMapping("/{id}")
    ClaimResponse get(Caller caller, @PathVariable UUID id) {
        ClaimResponse claim = views.of(ownedBy(caller, id), caller);
        return caller.isOperator() ? claim.withActions(audit.of(id)) : claim;
    }

    @GetMapping
    List<ClaimResponse> list(
            Caller caller,
            @RequestParam(required = false) @Nullable @Sku String sku,
            @RequestParam(required = false) @Nullable @CustomerId String owner,
            @RequestParam(required = false) @Nullable ClaimState state,
            @RequestParam(required = false) @Nullable UUID after,
            @RequestParam(defaultValue = "100") @Min(1) @Max(100) int limit) {
        String whose = owner == null && !caller.isOperator() ? caller.name() : owner;
        if (whose != null) {
            requireOpen(caller, whose);
        }
        return views.of(search.latest(new ClaimSearch.Criteria(sku, whose, state), after, limit), caller);
    }

    @PostMapping("/{id}/confirmation")
    ClaimResponse confirm(Caller caller, @PathVariable UUID id, @RequestHeader(TOKEN) String token) {
        String holder = caller.isOperator() ? null : caller.name();
        return ClaimResponse.withoutToken(granted(new ClaimCommand.Confirm(id, tokenOf(token), holder)));
    }

    @PostMapping("/{id}/extension")
    ClaimResponse extend(
            Caller caller,
            @PathVariable UUID id,
            @RequestHeader(TOKEN) String token,
            @RequestBody @Valid ExtensionRequest request) {
        requireOwned(caller, id);
        return ClaimResponse.withoutToken(granted(new ClaimCommand.Extend(id, tokenOf(token), request.ttl())));
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void release(Caller caller, @PathVariable UUID id, @RequestHeader(TOKEN) String token) {
        requireOwned(caller, id);
        granted(new ClaimCommand.Release(id, tokenOf(token)));
    }

    @PostMapping("/{id}/forced-release")
    ClaimResponse releaseByForce(
            Caller caller, @PathVariable UUID id, @RequestBody @Valid ForcedReleaseRequest request) {
        ClaimSnapshot claim = granted(request.toCommand(id, caller.name()));
        return ClaimResponse.withoutToken(claim).withActions(audit.of(id));
    }

    private static void requireOpen(Caller caller, String owner) {
        if (!caller.maySee(owner)) {
            throw new ProblemException(CommonProblem.FORBIDDEN);
        }
    }

    private void requireOwned(Caller caller, UUID id) {
        if (!caller.isOperator()) {
            ownedBy(caller, id);
        }
    }

    /** Returns the claim if it belongs to the caller; claims of others are reported as not found. */
    private ClaimSnapshot ownedBy(Caller caller, UUID id) {
        return search.find(id)
                .filter(claim -> caller.maySee(claim.owner()))
                .orElseThrow(() -> new ProblemException(ErrorCode.CLAIM_NOT_FOUND));
    }

    private ClaimSnapshot granted(ClaimCommand command) {
        return switch (desk.handle(command)) {
            case ClaimOutcome.Granted granted -> granted.claim();
            case ClaimOutcome.Refused refused -> throw Refusals.problemOf(refused.refusal());
            case ClaimOutcome.Queued queued -> throw new IllegalStateException("only sagas wait in line");
            case ClaimOutcome.Restored restored -> throw new IllegalStateException("only sagas return");
        };
    }

    /** Parses the token; a malformed one becomes a token that fits no claim. */
    private static UUID tokenOf(String header) {
        try {
            return UUID.fromString(header.strip());
        } catch (IllegalArgumentException e) {
            return new UUID(0, 0);
        }
    }

    record ExtensionRequest(@NotNull @Min(1) @Max(3600) Integer ttlSeconds) {

        Duration ttl() {
            return Duration.ofSeconds(ttlSeconds);
        }
    }

    /**
     * @param onBehalfOf the operator, if the caller is a program that operators use; the caller itself if missing
     */
    record ForcedReleaseRequest(
            @NotBlank @Size(max = 500) @PlainText String reason,
            @Nullable @Size(min = 1, max = 200) @PlainText String onBehalfOf) {

        ClaimCommand.ForceRelease toCommand(UUID claimId, String caller) {
            String operator = onBehalfOf == null ? caller : onBehalfOf + " through " + caller;
            return new ClaimCommand.ForceRelease(claimId, operator, reason);
        }
    }
}
