package dev.layeredsaga.messaging.autoconfigure;

import dev.layeredsaga.messaging.openapi.ApiDescription;
import dev.layeredsaga.messaging.openapi.DescribedApi;
import dev.layeredsaga.messaging.openapi.RecordRules;
import dev.layeredsaga.messaging.security.Caller;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/** Documents the HTTP API of a service that describes it, where springdoc is there to do so. */
@AutoConfiguration
@ConditionalOnClass(OpenApiCustomizer.class)
@ConditionalOnBean(ApiDescription.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class OpenApiAutoConfiguration {

    static {
        // nobody sends it: it comes from the token
        SpringDocUtils.getConfig().addRequestWrapperToIgnore(Caller.class);
    }

    /** With a server of its own the document is the same on whichever port the service runs. */
    @Bean
    OpenAPI openApi() {
        return new OpenAPI().servers(List.of(new Server().url("/")));
    }

    @Bean
    DescribedApi describedApi(ApiDescription description) {
        return new DescribedApi(description);
    }

    @Bean
    RecordRules recordRules() {
        return new RecordRules();
    }
}
