package dev.layeredsaga.paymentstub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.paymentstub.http.HttpGateway.PortTaken;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PaymentStubServerTest {

    @RegisterExtension
    static final RunningStub stub = new RunningStub();

    @Test
    void showsOnTheHomePageThatItIsAStub() throws IOException {
        var home = stub.get("/");

        assertThat(home.status()).isEqualTo(200);
        assertThat(home.body()).contains("This is a stub. It moves no money.");
    }

    @Test
    void isReadyAsTheOtherServicesAre() throws IOException {
        assertThat(stub.get("/actuator/health/readiness").body()).isEqualTo("{\"status\":\"UP\"}");
    }

    @Test
    void rejectsUnknownPaths() throws IOException {
        var reply = stub.get("/v2/payments");

        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.code()).isEqualTo("NOT_FOUND");
    }

    @Test
    void keepsItsEndpointsWhenWireMockIsReset() throws IOException {
        stub.send(stub.request("/__admin/mappings/reset").POST(BodyPublishers.noBody()));

        assertThat(stub.get("/audit").status()).isEqualTo(200);
    }

    @Tag("load")
    @Test
    void slowPaymentsDoNotStarveOthers() throws IOException {
        stub.setFault(Map.of("scenario", "ok", "delayMillis", 1500));
        var slow = IntStream.range(0, 150)
                .mapToObj(i -> stub.payAsync("starve-" + i, "starve-" + i, "pm_ok"))
                .toList();
        stub.awaitStrikes(slow.size());

        assertThat(stub.get("/actuator/health/readiness").status()).isEqualTo(200);
        assertThat(slow).noneMatch(CompletableFuture::isDone);
        assertThat(slow)
                .allSatisfy(payment -> assertThat(payment.join().status()).isEqualTo(201));
    }

    @Test
    void namesThePortThatIsTaken() {
        assertThatThrownBy(() -> PaymentStubServer.start(stub.port()))
                .isInstanceOf(PortTaken.class)
                .hasMessage("port " + stub.port() + " is taken");
    }

    @Test
    void closesWithoutWaitingForSilentPayments() throws IOException {
        var other = new RunningStub();
        other.start();
        other.setFault(Map.of("scenario", "timeout_not_charged", "delayMillis", 3_600_000));
        var silent = other.payAsync("silent", "silent", "pm_ok");
        other.awaitStrikes(1);

        other.stop();

        assertThatThrownBy(silent::join).isInstanceOf(CompletionException.class);
    }
}
