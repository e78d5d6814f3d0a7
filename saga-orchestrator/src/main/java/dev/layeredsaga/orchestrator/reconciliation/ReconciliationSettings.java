package dev.layeredsaga.orchestrator.reconciliation;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code orchestrator.reconciliation}.
 *
 * @param interval how often payments, claims and sagas are looked through; default 10 s
 * @param paymentsAfter how old a payment is when it is compared with its saga; default 5 minutes, longer than most sagas take
 * @param claimsAfter how long after the end of a saga its claim is compared with it, and again each time that it was settled; default
 *     1 minute
 * @param sagasOverdueAfter how far ahead or past its deadline a saga's next time may lie; default 1 h, longer than any pause of the
 *     engine
 * @param batchSize the most payments, claims or sagas in one transaction; default 1000
 * @param lostSince the time of the backup from which the database has been restored, such as {@code 2026-11-27T10:00:00Z}: sagas that had
 *     ended since then are ended in the same way, those that were being compensated are so again, and those under way ask about their
 *     payments; default none
 * @param claimsLostSince the time of the backup from which the inventory's database has been restored: the claims of all sagas that have
 *     ended since then are compared again; default none
 */
@ConfigurationProperties("orchestrator.reconciliation")
public record ReconciliationSettings(
        @DefaultValue("10s") Duration interval,
        @DefaultValue("5m") Duration paymentsAfter,
        @DefaultValue("1m") Duration claimsAfter,
        @DefaultValue("1h") Duration sagasOverdueAfter,
        @DefaultValue("1000") int batchSize,
        @Nullable Instant lostSince,
        @Nullable Instant claimsLostSince) {

    /** @throws IllegalArgumentException if a setting is not positive */
    public ReconciliationSettings {
        Assert.isTrue(
                batchSize >= 1
                        && Stream.of(interval, paymentsAfter, claimsAfter, sagasOverdueAfter)
                                .allMatch(Duration::isPositive),
                "every setting below orchestrator.reconciliation must be positive");
    }
}
