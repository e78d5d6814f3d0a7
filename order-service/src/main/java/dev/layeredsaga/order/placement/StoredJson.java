package dev.layeredsaga.order.placement;

import dev.layeredsaga.messaging.envelope.MessageJson;
import java.util.Map;
import org.hibernate.cfg.MappingSettings;
import org.hibernate.type.format.jackson.Jackson3JsonFormatMapper;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.stereotype.Component;

/** Stores JSON as it is in messages: without nulls, and a field that a newer version has stored is ignored. */
@Component
class StoredJson implements HibernatePropertiesCustomizer {

    @Override
    public void customize(Map<String, Object> settings) {
        settings.put(MappingSettings.JSON_FORMAT_MAPPER, new Jackson3JsonFormatMapper(MessageJson.mapper()));
    }
}
