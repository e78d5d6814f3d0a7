package dev.layeredsaga.inventory.web;

import dev.layeredsaga.chassis.security.AccessRules;
import dev.layeredsaga.chassis.security.Caller;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;

/**
 * Access rules: customers read items and hold, extend and release claims; the controllers check whose claims they are. Confirming
 * removes stock for good and is therefore left to sagas and operators, and to customers with a scope for it, who confirm their holds.
 */
@Configuration(proxyBeanMethods = false)
class InventoryAccess {

    private static final String CONFIRM_OWN = "SCOPE_inventory.confirm-own";
    private static final String[] BOTH = {Caller.CUSTOMER, Caller.OPERATOR};

    @Bean
    AccessRules accessRules() {
        return requests -> requests.requestMatchers(HttpMethod.GET, "/items", "/items/*", "/claims", "/claims/*")
                .hasAnyAuthority(BOTH)
                .requestMatchers(HttpMethod.POST, "/claims", "/claims/*/extension")
                .hasAnyAuthority(BOTH)
                .requestMatchers(HttpMethod.DELETE, "/claims/*")
                .hasAnyAuthority(BOTH)
                .requestMatchers(HttpMethod.POST, "/claims/*/confirmation")
                .hasAnyAuthority(CONFIRM_OWN, Caller.OPERATOR);
    }
}
