package dev.layeredsaga.chassis.autoconfigure;

import dev.layeredsaga.chassis.http.HealthPort;
import dev.layeredsaga.chassis.http.IdleConnectionsValve;
import dev.layeredsaga.chassis.http.ProblemReportValve;
import org.apache.catalina.core.StandardHost;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.tomcat.TomcatContextCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Renders Tomcat's own error responses as problem details, keeps room for those who ask, and opens a separate health port if one is set.
 */
@AutoConfiguration
@ConditionalOnClass({TomcatServletWebServerFactory.class, StandardHost.class})
@ConditionalOnBooleanProperty("http.managed")
public class TomcatAutoConfiguration {

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsFromTomcat() {
        TomcatContextCustomizer report = context -> {
            if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ProblemReportValve.class.getName());
            }
        };
        return tomcat -> tomcat.addContextCustomizers(report);
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> roomForThoseWhoAsk() {
        return tomcat -> tomcat.addEngineValves(new IdleConnectionsValve());
    }

    /** {@code http.health-port} is the separate port for health; default none: health is on the service's port only. It listens at {@code server.address}. */
    @Bean
    @ConditionalOnProperty("http.health-port")
    HealthPort healthPort(
            @Value("${http.health-port}") int port, @Value("${server.address:#{null}}") @Nullable String address) {
        return new HealthPort(port, address);
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> connectorOfHealth(ObjectProvider<HealthPort> health) {
        return tomcat -> health.ifAvailable(port -> tomcat.addAdditionalConnectors(port.connector()));
    }
}
