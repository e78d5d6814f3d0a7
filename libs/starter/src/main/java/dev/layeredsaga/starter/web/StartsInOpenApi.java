package dev.layeredsaga.starter.web;

import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.core.converter.ResolvedSchema;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.HeaderParameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Describes the starts of sagas, where a service has springdoc. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(OpenApiCustomizer.class)
class StartsInOpenApi {

    /** Describes the start of each definition, whose body is its data. Before what describes problems. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    OpenApiCustomizer startableSagas(SagaDefinitions definitions) {
        return api -> definitions.startedOverHttp().values().forEach(definition -> describe(definition, api));
    }

    private static void describe(SagaDefinition<?> definition, OpenAPI api) {
        Schema<String> text = new Schema<>();
        text.addType("string");
        Operation start = new Operation()
                .operationId("start-" + definition.name())
                .summary("Start a saga '" + definition.name() + "'")
                .addParametersItem(new HeaderParameter()
                        .name("Idempotency-Key")
                        .required(true)
                        .schema(text))
                .requestBody(new RequestBody().required(true).content(json(definition.dataType(), api)))
                .responses(new ApiResponses()
                        .addApiResponse(
                                "202",
                                new ApiResponse()
                                        .description("Started, now or by an earlier request with this key.")
                                        .content(json(SagaStartController.StartedSaga.class, api))));
        api.path("/sagas/" + definition.name(), new PathItem().post(start));
    }

    private static Content json(Class<?> type, OpenAPI api) {
        ResolvedSchema resolved =
                ModelConverters.getInstance(true).resolveAsResolvedSchema(new AnnotatedType(type).resolveAsRef(true));
        resolved.referencedSchemas.forEach(api.getComponents()::addSchemas);
        return new Content().addMediaType("application/json", new MediaType().schema(resolved.schema));
    }
}
