package dev.layeredsaga.orchestrator.payment;

import java.time.Duration;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code orchestrator.settlement}, for payments whose money does not plainly belong where it is.
 *
 * @param interval how often to look for such payments; default 10 s
 * @param longest the longest time between two looks at a payment whose saga has not ended, which grows with its age; default 1 h
 * @param firstInquiry how long after a payment was settled without money, though a call may have taken it, the gateway is asked about it;
 *     default 1 minute, and from then on fourfold each time
 * @param inquiries how often the gateway is asked about such a payment; default 6, the last time after 22 h 45 min
 * @param batchSize the most payments in one transaction, and about the most that one run asks the gateway about; default 100
 */
@ConfigurationProperties("orchestrator.settlement")
record SettlementSettings(
        @DefaultValue("10s") Duration interval,
        @DefaultValue("1h") Duration longest,
        @DefaultValue("1m") Duration firstInquiry,
        @DefaultValue("6") int inquiries,
        @DefaultValue("100") int batchSize) {

    /** The pause between two tries of a refund that is owed. Longer than a call to the gateway can take. */
    static final Duration REFUND_PAUSE = Duration.ofSeconds(30);

    /** @throws IllegalArgumentException if a setting makes no sense */
    SettlementSettings {
        Assert.isTrue(
                Stream.of(interval, longest, firstInquiry).allMatch(Duration::isPositive) && batchSize >= 1,
                "every setting below orchestrator.settlement must be positive");
        Assert.isTrue(
                inquiries >= 1 && inquiries <= 12,
                "orchestrator.settlement.inquiries must be between 1 and 12, but it is " + inquiries);
    }

    Duration untilNextCheck(Duration age) {
        Duration wait = age.compareTo(longest) < 0 ? age : longest;
        return wait.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : wait;
    }

    /** @param left how many inquiries are left to make */
    Duration untilNextInquiry(int left) {
        return firstInquiry.multipliedBy(1L << (2 * Math.max(0, inquiries - left)));
    }
}
