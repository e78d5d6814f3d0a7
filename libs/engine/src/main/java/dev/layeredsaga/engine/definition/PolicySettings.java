package dev.layeredsaga.engine.definition;

import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.messaging.failure.StartupException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code saga} that take the place of what definitions say about failures.
 *
 * @param compensationTimeout the time for which a compensation is tried before the saga is stuck; default 5 minutes
 * @param policies by the names of saga and step, as in {@code saga.policies.order.pay.timeout}: {@code timeout}, {@code pause},
 *     {@code attempts}, {@code limit} and {@code then} ({@code compensate}, {@code ask-an-operator}, {@code alert-an-operator}); those of
 *     the step's compensation below {@code compensation}
 */
@ConfigurationProperties("saga")
public record PolicySettings(
        @DefaultValue("5m") Duration compensationTimeout,
        @DefaultValue Map<String, Map<String, Policy>> policies) {

    /** @throws IllegalArgumentException if the time is not positive */
    public PolicySettings {
        Assert.isTrue(compensationTimeout.isPositive(), "saga.compensation-timeout must be positive");
    }

    static final PolicySettings DEFAULT = new PolicySettings(Duration.ofMinutes(5), Map.of());

    /** A step's settings; each that is not null takes the place of what the definition says. */
    public record Policy(
            @Nullable Duration timeout,
            @Nullable Duration pause,
            @Nullable Integer attempts,
            @Nullable Duration limit,
            FailurePolicy.@Nullable Then then,
            @Nullable Compensation compensation) {

        /** @throws IllegalArgumentException if a setting makes no sense */
        public Policy {
            FailurePolicy unused = policy(timeout, pause, attempts, limit, then);
        }
    }

    /** A compensation's settings; each that is not null takes the place of what the definition says. */
    public record Compensation(
            @Nullable Duration timeout,
            @Nullable Duration pause,
            @Nullable Integer attempts,
            @Nullable Duration limit) {

        /** @throws IllegalArgumentException if a setting makes no sense */
        public Compensation {
            FailurePolicy unused = policy(timeout, pause, attempts, limit, null);
        }
    }

    private static FailurePolicy policy(
            @Nullable Duration timeout,
            @Nullable Duration pause,
            @Nullable Integer attempts,
            @Nullable Duration limit,
            FailurePolicy.@Nullable Then then) {
        Backoff pauses = pause == null ? null : Backoff.fixed(pause);
        return new FailurePolicy(timeout, pauses, attempts, limit, then, null, null);
    }

    /** Returns what takes the place of the definition's policy, which may be nothing. */
    FailurePolicy of(String definition, String step, Direction direction) {
        Policy own = policies.getOrDefault(definition, Map.of()).get(step);
        Compensation backward = own == null ? null : own.compensation;
        if (direction == Direction.BACKWARD) {
            return backward == null
                    ? FailurePolicy.retry()
                    : policy(backward.timeout, backward.pause, backward.attempts, backward.limit, null);
        }
        return own == null ? FailurePolicy.retry() : policy(own.timeout, own.pause, own.attempts, own.limit, own.then);
    }

    /** Returns what applies where the definition says nothing. */
    FailurePolicy byDefault(Direction direction) {
        return direction == Direction.FORWARD
                ? FailurePolicy.retry()
                : FailurePolicy.retry().forAtMost(compensationTimeout).thenAlertAnOperator();
    }

    /** @throws StartupException naming a setting whose saga, step or compensation is not there */
    void requireKnown(Collection<? extends SagaDefinition<?>> definitions) {
        policies.forEach((saga, bySteps) -> {
            List<? extends Step<?>> steps = definitions.stream()
                    .filter(definition -> definition.name().equals(saga))
                    .flatMap(definition -> definition.steps().stream())
                    .toList();
            require(!steps.isEmpty(), saga, "there is no saga '" + saga + "'");
            bySteps.forEach((name, policy) -> {
                List<? extends Step<?>> named =
                        steps.stream().filter(step -> step.name().equals(name)).toList();
                require(!named.isEmpty(), saga + "." + name, "saga '" + saga + "' has no step '" + name + "'");
                require(
                        policy.compensation == null || named.stream().anyMatch(step -> step.compensation() != null),
                        saga + "." + name + ".compensation",
                        "step '" + name + "' has no compensation");
            });
        });
    }

    private static void require(boolean holds, String setting, String problem) {
        if (!holds) {
            throw new StartupException("saga.policies." + setting + " is not set right: " + problem);
        }
    }
}
