package dev.layeredsaga.messaging.autoconfigure;

import dev.layeredsaga.messaging.http.BodySizeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/** Gives a service with an HTTP API what holds for all of them. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class HttpAutoConfiguration {

    @Bean
    BodySizeFilter bodySizeFilter() {
        return new BodySizeFilter();
    }
}
