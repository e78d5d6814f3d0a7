package dev.layeredsaga.chassis.openapi;

import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Derives rules from records: every component is required unless it is {@link Nullable}, and no others are allowed. */
public final class RecordRules implements ModelConverter {

    @Override
    public boolean isOpenapi31() {
        return true;
    }

    @Override
    public @Nullable Schema<?> resolve(
            AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
        Schema<?> schema = chain.hasNext() ? chain.next().resolve(type, context, chain) : null;
        Class<?> raw = Json31.mapper().constructType(type.getType()).getRawClass();
        if (schema != null && raw.isRecord()) {
            apply(raw, schema.get$ref() == null ? schema : referredTo(schema, context));
        }
        return schema;
    }

    private static @Nullable Schema<?> referredTo(Schema<?> schema, ModelConverterContext context) {
        String name = schema.get$ref().substring(schema.get$ref().lastIndexOf('/') + 1);
        return context.getDefinedModels().get(name);
    }

    private static void apply(Class<?> type, @Nullable Schema<?> schema) {
        if (schema != null && schema.getProperties() != null) {
            schema.setRequired(required(type));
            schema.setAdditionalProperties(false);
        }
    }

    private static List<String> required(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .filter(component -> !component.getAnnotatedType().isAnnotationPresent(Nullable.class))
                .map(RecordComponent::getName)
                .toList();
    }
}
