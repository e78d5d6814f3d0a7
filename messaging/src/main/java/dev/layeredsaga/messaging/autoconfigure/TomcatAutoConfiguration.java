package dev.layeredsaga.messaging.autoconfigure;

import dev.layeredsaga.messaging.http.ProblemReportValve;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.tomcat.TomcatContextCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/** Makes Tomcat's own refusals problems, as all others are. */
@AutoConfiguration
@ConditionalOnClass({TomcatServletWebServerFactory.class, StandardHost.class})
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
}
