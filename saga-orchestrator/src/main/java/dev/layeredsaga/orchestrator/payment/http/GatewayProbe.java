package dev.layeredsaga.orchestrator.payment.http;

import dev.layeredsaga.messaging.failure.StartupException;
import dev.layeredsaga.orchestrator.payment.StubPolicy;
import java.net.URI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/**
 * Checks once, before anything is paid, whether the configured gateway is a stub. One that does not answer does not prevent the
 * start: its answers are checked when they come.
 */
record GatewayProbe(URI url, RestClient http) implements InitializingBean {

    private static final Logger log = LoggerFactory.getLogger(GatewayProbe.class);

    /** @throws StartupException if it is a stub */
    @Override
    public void afterPropertiesSet() {
        if (isStub()) {
            throw new StartupException("orchestrator.payment-gateway.url is " + url
                    + ", which is a payment stub: it moves no money, and the profile production refuses it");
        }
    }

    private boolean isStub() {
        try {
            return Boolean.TRUE.equals(http.get()
                    .uri("/")
                    .exchange((sent, answer) -> answer.getHeaders().getFirst(StubPolicy.MARK) != null));
        } catch (RestClientException e) {
            log.warn(
                    "the payment gateway at {} does not answer, starting all the same: {}",
                    url,
                    NestedExceptionUtils.getMostSpecificCause(e).toString());
            return false;
        }
    }
}
