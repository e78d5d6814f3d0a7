package dev.layeredsaga.paymentstub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultsOverHttpTest {

    @RegisterExtension
    static final RunningStub stub = new RunningStub();

    @Test
    void noneIsSetAtFirst() throws IOException {
        assertThat(stub.get("/faults").body()).isEqualTo("{\"faults\":[]}");
    }

    @Test
    void showsTheFaultInForce() throws IOException {
        var set = stub.setFault(Map.of("scenario", "outage", "seed", 42, "times", 3));

        assertThat(set.status()).isEqualTo(200);
        assertThat(stub.get("/faults").body())
                .isEqualTo("{\"faults\":[{\"scenario\":\"outage\",\"probability\":1.0,\"seed\":42,\"times\":3,"
                        + "\"delayMillis\":0,\"struck\":0}]}");
    }

    @Test
    void appliesAsOftenAsSetAndShowsTheCount() throws IOException {
        stub.setFault(Map.of("scenario", "unavailable_503", "times", 1));

        assertThat(stub.pay("t-1", "t-1", "pm_ok").status()).isEqualTo(503);
        assertThat(stub.pay("t-2", "t-2", "pm_ok").status()).isEqualTo(201);
        assertThat(stub.get("/faults").json().at("/faults/0/struck").asInt()).isEqualTo(1);
    }

    @Test
    void theSameSeedGivesTheSameSequence() throws IOException {
        assertThat(statuses("first", 99)).isEqualTo(statuses("second", 99)).contains(201, 503);
    }

    @Test
    void aDelayHoldsThePaymentBack() throws IOException {
        stub.setFault(Map.of("scenario", "ok", "delayMillis", 200));
        long start = System.nanoTime();

        assertThat(stub.pay("delay", "delay", "pm_ok").status()).isEqualTo(201);
        assertThat(System.nanoTime() - start)
                .isGreaterThanOrEqualTo(Duration.ofMillis(200).toNanos());
    }

    @Test
    void theMethodWinsOverTheFaultForAll() throws IOException {
        stub.setFault(Map.of("scenario", "unavailable_503"));

        assertThat(stub.pay("wins", "wins", "pm_declined_fraud").code()).isEqualTo("fraud");
    }

    @Test
    void anOutageForAllAppliesToPaymentsQueriesAndRefunds() throws IOException {
        String payment = stub.capture("before-outage", "pm_ok");
        stub.setFault(Map.of("scenario", "outage"));

        assertThat(stub.pay("in-outage", "in-outage", "pm_ok").status()).isEqualTo(503);
        assertThat(stub.payments("pay-before-outage").status()).isEqualTo(503);
        assertThat(stub.refund("r-outage", payment, null).status()).isEqualTo(503);
        assertThat(stub.get("/ledger").status()).isEqualTo(200);
    }

    @Test
    void aRefundFaultForAllLeavesPaymentsAlone() throws IOException {
        stub.setFault(Map.of("scenario", "refund_declined"));
        String payment = stub.capture("refund-fault", "pm_ok");

        assertThat(stub.refund("r-fault", payment, null).code()).isEqualTo("refund_declined");
    }

    @Test
    void aClearedFaultIsGone() throws IOException {
        stub.setFault(Map.of("scenario", "outage"));

        assertThat(stub.send(stub.request("/faults").DELETE()).status()).isEqualTo(204);
        assertThat(stub.pay("cleared", "cleared", "pm_ok").status()).isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource({
        "unheard_of,   1,    1,    0, UNKNOWN_SCENARIO,    scenario",
        "OUTAGE,       1,    1,    0, UNKNOWN_SCENARIO,    scenario",
        "outage,       1.1,  1,    0, INVALID_PROBABILITY, probability",
        "outage,      -0.1,  1,    0, INVALID_PROBABILITY, probability",
        "outage,       1,    0,    0, INVALID_TIMES,       times",
        "outage,       1,    1,   -1, INVALID_DELAY,       delayMillis",
    })
    void aSettingThatMakesNoSenseIsNamed(
            String scenario, double probability, int times, long delay, String code, String field) throws IOException {
        var reply = stub.setFault(
                Map.of("scenario", scenario, "probability", probability, "times", times, "delayMillis", delay));

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.text("field")).isEqualTo(field);
        assertThat(stub.get("/faults").json().path("faults")).isEmpty();
    }

    @Test
    void aScenarioIsRequired() throws IOException {
        assertThat(stub.setFault(Map.of("probability", 0.5)).code()).isEqualTo("UNKNOWN_SCENARIO");
    }

    @Test
    void aSettingOfTheWrongTypeIsNamed() throws IOException {
        var reply = stub.setFault(Map.of("scenario", "outage", "times", "often"));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.text("field")).isEqualTo("times");
    }

    private static List<Integer> statuses(String run, int seed) throws IOException {
        stub.setFault(Map.of("scenario", "unavailable_503", "probability", 0.5, "seed", seed));
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            statuses.add(stub.pay(run + i, run + i, "pm_ok").status());
        }
        return statuses;
    }
}
