package dev.layeredsaga.orchestrator.console;

import dev.layeredsaga.chassis.http.RootPage;
import dev.layeredsaga.console.ConsolePage;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

/** The pages that the bar leads to besides the console's own, and the way to the console. */
@Configuration(proxyBeanMethods = false)
class OrderPages {

    @Bean
    RouterFunction<ServerResponse> rootPage() {
        return RootPage.leadingTo("/console");
    }

    @Bean
    @Order(1)
    ConsolePage locksPage() {
        return new ConsolePage("Locks", "/console/locks");
    }

    @Bean
    @Order(2)
    ConsolePage claimsPage() {
        return new ConsolePage("Claims", "/console/claims");
    }

    @Bean
    @Order(3)
    ConsolePage refundsPage() {
        return new ConsolePage("Refunds owed", "/console/refunds");
    }

    @Bean
    @Order(4)
    ConsolePage deadLettersPage() {
        return new ConsolePage("Dead letters", "/console/dead-letters");
    }
}
