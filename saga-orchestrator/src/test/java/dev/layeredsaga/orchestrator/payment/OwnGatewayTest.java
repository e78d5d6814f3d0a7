package dev.layeredsaga.orchestrator.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.orchestrator.OrchestratorInstance;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.PartAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.RefundAnswer;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeRequest;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Declined;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.GatewayFact;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotFound;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotMade;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.RefundResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Refunded;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import dev.layeredsaga.testbed.infrastructure.PageFiles;
import dev.layeredsaga.testbed.infrastructure.ProjectFolder;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The gateway of docs/writing-a-gateway.md, compiled as it stands there and given to the application. */
class OwnGatewayTest {

    private static final Money PRICE = new Money(1990, "KRW");
    private static final ExampleBank BANK = new ExampleBank();

    @TempDir
    static Path folder;

    private static URLClassLoader classes;
    private static OrchestratorInstance service;

    private final UUID order = UUID.randomUUID();

    @BeforeAll
    static void start() throws Exception {
        PageFiles.write(Files.readString(ProjectFolder.find().resolve("docs/writing-a-gateway.md")), folder);
        classes =
                new URLClassLoader(new URL[] {PageFiles.compile(folder).toUri().toURL()});
        service = OrchestratorInstance.startWithBeans(
                classes.loadClass("com.example.bank.BankGateway"),
                "--bank.url=" + BANK.url(),
                // what other tests have left is not for this instance
                "--saga.due-loop.interval=10m",
                "--saga.due-loop.lock-timeout=11m");
    }

    @AfterAll
    static void stop() throws Exception {
        service.close();
        classes.close();
        BANK.close();
    }

    @BeforeEach
    void isWell() {
        BANK.isWell();
    }

    @Test
    void takesThePlaceOfTheOneOverHttp() {
        assertThat(service.bean(PaymentGateway.class).getClass().getName()).isEqualTo("com.example.bank.BankGateway");
        assertThat(service.hasBean(CloseableHttpClient.class)).isFalse();
    }

    @Test
    void chargesOnceForAKey() {
        assertThat(charge(false)).isEqualTo(new Captured(id(), PRICE));
        assertThat(charge(false)).isEqualTo(new Captured(id(), PRICE));
    }

    @Test
    void isAskedBeforeItChargesAgainIfAnAnswerIsLost() {
        BANK.losesAnswers();
        assertThat(charge(false)).isInstanceOf(Unknown.class);
        BANK.isWell();

        assertThat(charge(true)).isEqualTo(new Captured(id(), PRICE));
        assertThat(BANK.calls(key())).isEqualTo(1);
    }

    @Test
    void chargesIfTheBankHasNothing() {
        assertThat(charge(true)).isEqualTo(new Captured(id(), PRICE));
    }

    @Test
    void isDeclined() {
        BANK.answersWith("REFUSED");

        assertThat(charge(false)).isEqualTo(new Declined("no funds"));
        assertThat(charge(true)).isEqualTo(new Declined("no funds"));
    }

    @Test
    void doesNotKnowWhatIsNotDecided() {
        BANK.answersWith("PENDING");

        assertThat(charge(false)).isEqualTo(new Unknown("the payment is PENDING"));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 302, 400, 404, 422, 500, 503})
    void doesNotKnowWhatSaysNothing(int status) {
        BANK.fails(status);

        assertThat(charge(false)).isInstanceOf(Unknown.class);
        assertThat(find()).isInstanceOf(Unknown.class);
        assertThat(part(990).result()).isInstanceOf(RefundResult.Unknown.class);
    }

    @Test
    void doesNotWaitForEver() {
        BANK.hangs();

        assertThat(charge(false)).isInstanceOf(Unknown.class);
    }

    @Test
    void doesNotKnowAPaymentOfAnotherOrder() {
        charge(false);
        BANK.showsAnotherOrder();

        assertThat(charge(true)).isEqualTo(new Unknown("a payment of another order"));
    }

    @Test
    void knowsThatNothingWasSentToABankThatIsNotThere() throws Exception {
        String url;
        try (ExampleBank gone = new ExampleBank()) {
            url = gone.url();
        }
        Class<?> type = classes.loadClass("com.example.bank.BankGateway");
        PaymentGateway nowhere =
                (PaymentGateway) type.getConstructor(String.class).newInstance(url);

        assertThat(nowhere.charge(key(), new ChargeRequest(order, PRICE, "card")))
                .isEqualTo(new NotMade("the bank cannot be reached", null));
    }

    @Test
    void findsNothingBeforeTheFirstCharge() {
        assertThat(find()).isEqualTo(new NotFound());
    }

    @Test
    void refundsAllThatIsLeft() {
        charge(false);

        GatewayAnswer refunded = ask(new GatewayCall.Refund(attempt(), null, true));

        assertThat(refunded.fact()).isEqualTo(new Refunded(id(), PRICE));
    }

    @Test
    void refundsAPartOnceForAKey() {
        charge(false);
        UUID returning = UUID.randomUUID();

        assertThat(part(returning, 990).fact()).isEqualTo(new Captured(id(), PRICE, 990));
        assertThat(part(returning, 990).fact()).isEqualTo(new Captured(id(), PRICE, 990));
    }

    @Test
    void isDeclinedARefundOfMoreThanIsLeft() {
        charge(false);
        part(990);

        PartAnswer more = part(1001);

        assertThat(more.result()).isEqualTo(new RefundResult.Declined("exceeds"));
        assertThat(more.fact()).isEqualTo(new Captured(id(), PRICE, 990));
        assertThat(((RefundAnswer) ask(new GatewayCall.Refund(attempt(), null, true))).fact())
                .isEqualTo(new Refunded(id(), PRICE));
    }

    private GatewayFact charge(boolean askFirst) {
        return ask(new GatewayCall.Charge(
                        attempt(),
                        new ChargeRequest(order, PRICE, "card"),
                        askFirst,
                        System.nanoTime() + 60_000_000_000L,
                        Instant.MAX,
                        null))
                .fact();
    }

    private GatewayFact find() {
        return service.bean(PaymentGateway.class).find(key(), order);
    }

    private PartAnswer part(long amount) {
        return part(UUID.randomUUID(), amount);
    }

    private PartAnswer part(UUID returning, long amount) {
        return (PartAnswer) ask(new GatewayCall.Part(
                new StepAttempt(returning, "refund", 1), order, id(), new Money(amount, "KRW"), 0, null));
    }

    private static GatewayAnswer ask(GatewayCall call) {
        return service.bean(GatewayCaller.class).ask(call);
    }

    private StepAttempt attempt() {
        return new StepAttempt(order, "pay", 1);
    }

    private String key() {
        return order + ":charge";
    }

    private String id() {
        return "id-of-" + key();
    }
}
