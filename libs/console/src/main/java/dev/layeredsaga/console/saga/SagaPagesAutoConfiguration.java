package dev.layeredsaga.console.saga;

import dev.layeredsaga.engine.definition.SagaDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Import;

/** Gives the console its pages of sagas. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean(SagaDefinition.class)
@Import({
    SagaRowReader.class,
    SagaListController.class,
    SagaBulkController.class,
    SagaStateReader.class,
    SagaPageController.class,
    SagaDetailsController.class,
    SagaFormController.class
})
class SagaPagesAutoConfiguration {}
