package dev.layeredsaga.paymentstub.http.api;

import static dev.layeredsaga.paymentstub.http.message.Requests.required;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.fault.FaultSettings;
import dev.layeredsaga.paymentstub.fault.Faults;
import dev.layeredsaga.paymentstub.fault.Faults.FaultStatus;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.http.message.Requests;
import dev.layeredsaga.paymentstub.http.message.Responses;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Sets, shows and clears the fault for all orders. */
record FaultApi(Faults faults) {

    ResponseDefinition set(Request request) {
        FaultBody body = Requests.body(request, FaultBody.class);
        faults.set(body.settings());
        return show();
    }

    ResponseDefinition show() {
        return Responses.ok(
                Map.of("faults", faults.current().map(FaultView::of).stream().toList()));
    }

    ResponseDefinition clear() {
        faults.clear();
        return WireMock.noContent().build();
    }

    /** The body of a request to set a fault. A missing seed is drawn and returned, so that the run can be repeated. */
    private record FaultBody(
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
                    .orElseThrow(() ->
                            new InvalidInput(ErrorCode.UNKNOWN_SCENARIO, "scenario", "there is no scenario " + name));
        }
    }

    /**
     * The fault for all orders.
     *
     * @param times absent if there is no limit
     * @param struck the number of attempts it was applied to so far
     */
    private record FaultView(
            String scenario,
            double probability,
            long seed,
            @Nullable Integer times,
            long delayMillis,
            int struck) {

        static FaultView of(FaultStatus status) {
            FaultSettings settings = status.settings();
            return new FaultView(
                    settings.scenario().wireName(),
                    settings.probability(),
                    settings.seed(),
                    settings.times(),
                    settings.effectiveDelay().toMillis(),
                    status.struck());
        }
    }
}
