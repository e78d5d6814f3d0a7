package dev.layeredsaga.order.web;

import dev.layeredsaga.chassis.security.AccessRules;
import dev.layeredsaga.chassis.security.Caller;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;

/** Access rules: customers and operators may read products and use orders. The controllers check the owner of an order. */
@Configuration(proxyBeanMethods = false)
class OrderAccess {

    private static final String[] BOTH = {Caller.CUSTOMER, Caller.OPERATOR};

    @Bean
    AccessRules accessRules() {
        return requests -> requests.requestMatchers(HttpMethod.GET, "/products", "/products/*")
                .hasAnyAuthority(BOTH)
                .requestMatchers("/orders", "/orders/**")
                .hasAnyAuthority(BOTH);
    }
}
