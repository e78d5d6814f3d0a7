package dev.layeredsaga.paymentstub.http;

import static dev.layeredsaga.paymentstub.http.Requests.required;

import dev.layeredsaga.paymentstub.fault.FaultSettings;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The body of a request to set a fault. A missing seed is drawn and returned, so that the run can be repeated. */
record FaultBody(
        @Nullable String scenario,
        @Nullable Double probability,
        @Nullable Long seed,
        @Nullable Integer times,
        @Nullable Long delayMillis) {

    FaultSettings settings() {
        return new FaultSettings(
                namedScenario(),
                probability == null ? 1 : probability,
                seed == null ? ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE) : seed,
                times,
                delayMillis == null ? null : Duration.ofMillis(delayMillis));
    }

    private Scenario namedScenario() {
        String name = required(scenario, ErrorCode.UNKNOWN_SCENARIO, "scenario");
        return Scenario.named(name)
                .orElseThrow(
                        () -> new InvalidInput(ErrorCode.UNKNOWN_SCENARIO, "scenario", "there is no scenario " + name));
    }
}
