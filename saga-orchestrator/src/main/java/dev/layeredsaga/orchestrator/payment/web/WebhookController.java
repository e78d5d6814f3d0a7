package dev.layeredsaga.orchestrator.payment.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.orchestrator.payment.GatewayNotice;
import dev.layeredsaga.orchestrator.payment.GatewayNotice.NoticeOutcome;
import dev.layeredsaga.orchestrator.payment.GatewayNotifications;
import dev.layeredsaga.orchestrator.payment.StubPolicy;
import dev.layeredsaga.orchestrator.web.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Conditional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The endpoint for payment notifications from the gateway, signed as Standard Webhooks has it. */
@RestController
@Conditional(OnWebhookSecrets.class)
record WebhookController(WebhookSecrets secrets, GatewayNotifications notices, StubPolicy stubs) {

    private static final Logger log = LoggerFactory.getLogger(WebhookController.class);
    static final List<String> SIGNATURE = List.of("webhook-id", "webhook-timestamp", "webhook-signature");

    /** Verifies the signature before it reads anything in the body. */
    @PostMapping("/payments/webhooks")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void receive(@RequestHeader HttpHeaders headers, @RequestBody(required = false) byte @Nullable [] body) {
        String text = body == null ? "" : new String(body, UTF_8);
        if (!secrets.haveSigned(text, signature(headers))) {
            throw new ProblemException(ErrorCode.INVALID_SIGNATURE);
        }
        if (stubs.refuses(headers.getFirst(StubPolicy.MARK))) {
            log.error("a webhook of a payment stub was refused: no stub's word counts in production");
            throw new ProblemException(ErrorCode.STUB_REFUSED);
        }
        WebhookReader.read(text).ifPresent(this::take);
    }

    private void take(GatewayNotice notice) {
        NoticeOutcome outcome = notices.take(notice);
        switch (outcome) {
            case TAKEN_IN, NOTHING_NEW -> log.debug("{}: {}", outcome, notice);
            case UNKNOWN_PAYMENT -> throw new ProblemException(ErrorCode.UNKNOWN_PAYMENT);
            case MISMATCH -> throw new ProblemException(ErrorCode.PAYMENT_MISMATCH);
        }
    }

    /** Signatures may come in one line or in several. */
    private static Map<String, List<String>> signature(HttpHeaders headers) {
        return SIGNATURE.stream()
                .collect(Collectors.toMap(
                        Function.identity(),
                        name -> Stream.of(String.join(" ", headers.getOrEmpty(name)))
                                .filter(value -> !value.isEmpty())
                                .toList()));
    }
}
