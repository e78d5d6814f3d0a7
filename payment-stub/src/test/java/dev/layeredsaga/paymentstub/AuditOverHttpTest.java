package dev.layeredsaga.paymentstub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditOverHttpTest {

    @RegisterExtension
    static final RunningStub stub = new RunningStub();

    @Test
    void showsWhatWasCheckedAndWhetherItHolds() throws IOException {
        stub.capture("shape", "pm_ok");

        assertThat(stub.get("/audit?orderId=shape").body())
                .isEqualTo("{\"holds\":true,\"orders\":1,\"invariants\":["
                        + "{\"name\":\"at-most-one-net-capture-per-order\",\"holds\":true,\"violations\":[]},"
                        + "{\"name\":\"refunds-within-captures\",\"holds\":true,\"violations\":[]},"
                        + "{\"name\":\"nothing-unknown-for-too-long\",\"holds\":true,\"violations\":[]}]}");
    }

    @Test
    void aLostAnswerIsUnknownUntilTheClientAsks() throws IOException {
        assertThatThrownBy(() -> stub.pay("k-lost", "lost", "pm_charged_response_lost"))
                .isInstanceOf(IOException.class);

        assertThat(holds("?orderId=lost")).isTrue();
        assertThat(holds("?orderId=lost&unknownOlderThanSeconds=0")).isFalse();
        assertThat(holds("?orderId=another&unknownOlderThanSeconds=0")).isTrue();
        stub.payments("k-lost");
        assertThat(holds("?orderId=lost&unknownOlderThanSeconds=0")).isTrue();
    }

    @Test
    void oneOrderIsAuditedApartFromOthers() throws IOException {
        stub.pay("twice-1", "twice", "pm_ok");
        stub.pay("twice-2", "twice", "pm_ok");
        stub.capture("once", "pm_ok");

        assertThat(holds("?orderId=twice")).isFalse();
        assertThat(holds("?orderId=once")).isTrue();
        assertThat(stub.get("/audit").json().path("orders").asInt()).isGreaterThanOrEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.5", "soon", "99999999999"})
    void anAgeThatMakesNoSenseIsNamed(String age) throws IOException {
        var reply = stub.get("/audit?unknownOlderThanSeconds=" + age);

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.code()).isEqualTo("INVALID_AGE");
        assertThat(reply.text("field")).isEqualTo("unknownOlderThanSeconds");
    }

    @Test
    void anOrderThatMakesNoSenseIsNamed() throws IOException {
        assertThat(stub.get("/audit?orderId=").code()).isEqualTo("INVALID_ORDER_ID");
    }

    @Test
    void callsAreCountedByOperation() throws IOException {
        String payment = stub.capture("calls", "pm_fail_n_then_ok");
        assertThat(payment).isEmpty();
        stub.capture("calls", "pm_fail_n_then_ok");
        payment = stub.capture("calls", "pm_fail_n_then_ok");
        stub.payments("pay-calls");
        stub.refund("r-calls", payment, null);
        stub.refund("r-calls", payment, null);

        assertThat(stub.get("/calls?orderId=calls").body())
                .isEqualTo("{\"orderId\":\"calls\",\"payments\":3,\"queries\":1,\"refunds\":2}");
    }

    @Test
    void anUnknownOrderWasNeverCalledAbout() throws IOException {
        assertThat(stub.get("/calls?orderId=never").body())
                .isEqualTo("{\"orderId\":\"never\",\"payments\":0,\"queries\":0,\"refunds\":0}");
    }

    @Test
    void callsAreCountedForOneOrder() throws IOException {
        var reply = stub.get("/calls");

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.code()).isEqualTo("INVALID_ORDER_ID");
    }

    private static boolean holds(String query) throws IOException {
        return stub.get("/audit" + query).json().path("holds").asBoolean();
    }
}
