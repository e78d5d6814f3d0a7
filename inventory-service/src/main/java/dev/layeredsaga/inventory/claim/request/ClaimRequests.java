package dev.layeredsaga.inventory.claim.request;

import dev.layeredsaga.inventory.request.RequestKey;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Repository;

/** The requests of {@code POST /claims} by idempotency key, in the database. Every method works in the caller's transaction. */
@Repository
public class ClaimRequests {

    private static final String FORGET = """
            DELETE FROM claim_request WHERE (caller, key) IN (
              SELECT caller, key FROM claim_request WHERE created_at < (SELECT clock_timestamp()) - ? * interval '1 ms'
              ORDER BY created_at LIMIT ? FOR UPDATE SKIP LOCKED)
            """;

    private final JdbcOperations jdbc;

    ClaimRequests(JdbcOperations jdbc) {
        this.jdbc = jdbc;
    }

    /** An earlier request and the claim it was granted. */
    record Earlier(String fingerprint, UUID claimId) {}

    /** Reserves the key until this transaction ends; returns false if another transaction is handling it. */
    boolean reserve(RequestKey key) {
        return Boolean.TRUE.equals(jdbc.queryForObject(
                "SELECT pg_try_advisory_xact_lock(hashtextextended(? || chr(10) || ?, 1))",
                Boolean.class,
                key.caller(),
                key.value()));
    }

    Optional<Earlier> find(RequestKey key) {
        return jdbc
                .query(
                        "SELECT fingerprint, claim_id FROM claim_request WHERE caller = ? AND key = ?",
                        (row, number) ->
                                new Earlier(row.getString("fingerprint"), row.getObject("claim_id", UUID.class)),
                        key.caller(),
                        key.value())
                .stream()
                .findFirst();
    }

    void add(RequestKey key, Earlier request, Instant now) {
        jdbc.update(
                "INSERT INTO claim_request (caller, key, fingerprint, claim_id, created_at) VALUES (?, ?, ?, ?, ?)",
                key.caller(),
                key.value(),
                request.fingerprint(),
                request.claimId(),
                now.atOffset(ZoneOffset.UTC));
    }

    /** Removes up to {@code limit} keys older than {@code age}; returns their number. */
    public int forgetOlderThan(Duration age, int limit) {
        return jdbc.update(FORGET, age.toMillis(), limit);
    }
}
