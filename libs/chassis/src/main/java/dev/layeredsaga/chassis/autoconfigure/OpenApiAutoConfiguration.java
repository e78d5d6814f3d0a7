package dev.layeredsaga.chassis.autoconfigure;

import dev.layeredsaga.chassis.http.RootPage;
import dev.layeredsaga.chassis.openapi.ApiDescription;
import dev.layeredsaga.chassis.openapi.DescribedApi;
import dev.layeredsaga.chassis.openapi.RecordRules;
import dev.layeredsaga.chassis.security.Caller;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

/** Documents the HTTP API of a service with an {@link ApiDescription}, if springdoc is on the class path. */
@AutoConfiguration
@ConditionalOnClass(OpenApiCustomizer.class)
@ConditionalOnBean(ApiDescription.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class OpenApiAutoConfiguration {

    static {
        // not a request parameter: it comes from the token
        SpringDocUtils.getConfig().addRequestWrapperToIgnore(Caller.class);
    }

    /** Sets a relative server URL, so that the document does not depend on the service's port. */
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

    /** A service with a page of its own has a bean of this name. */
    @Bean
    @ConditionalOnMissingBean(name = "rootPage")
    @ConditionalOnBooleanProperty("springdoc.swagger-ui.enabled")
    RouterFunction<ServerResponse> rootPage() {
        return RootPage.leadingTo("/docs");
    }
}
