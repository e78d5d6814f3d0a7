package dev.layeredsaga.console.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.console.ConsolePage;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.console.SagaContent;
import dev.layeredsaga.engine.definition.SagaDefinition;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration;
import org.springframework.boot.security.oauth2.client.autoconfigure.servlet.OAuth2ClientWebSecurityAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.session.MapSessionRepository;
import org.springframework.session.SessionRepository;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;
import org.springframework.transaction.PlatformTransactionManager;

/** The console beside a service's own security and sessions. */
class SignInAutoConfigurationTest {

    private static final DataSource NO_DATABASE = new SimpleDriverDataSource();

    private record Trip() {}

    private final WebApplicationContextRunner service = new WebApplicationContextRunner()
            .withInitializer(
                    context -> context.getBeanFactory().setConversionService(new ApplicationConversionService()))
            .withConfiguration(AutoConfigurations.of(
                    SignInAutoConfiguration.class,
                    SecurityAutoConfiguration.class,
                    UserDetailsServiceAutoConfiguration.class,
                    ServletWebSecurityAutoConfiguration.class,
                    OAuth2ClientAutoConfiguration.class,
                    OAuth2ClientWebSecurityAutoConfiguration.class,
                    WebMvcAutoConfiguration.class))
            .withBean(
                    Pages.class,
                    () -> new Pages(
                            new StaticListableBeanFactory().getBeanProvider(ConsolePage.class), new SagaContent() {}))
            .withBean(JdbcClient.class, () -> JdbcClient.create(NO_DATABASE))
            .withBean(JdbcTemplate.class, () -> new JdbcTemplate(NO_DATABASE))
            .withBean(PlatformTransactionManager.class, () -> new JdbcTransactionManager(NO_DATABASE))
            .withBean(SagaDefinition.class, () -> SagaDefinition.saga("trip", 1, Trip.class));

    @Test
    void leavesSpringBootsRulesToTheServicesOtherPaths() {
        service.run(context -> {
            FilterChainProxy chains = context.getBean(FilterChainProxy.class);
            assertThat(chains.getFilterChains()).hasSize(2);
            assertThat(chains.getFilterChains().getFirst().matches(new MockHttpServletRequest("GET", "/console")))
                    .isTrue();
            assertThat(chains.getFilterChains().getFirst().matches(new MockHttpServletRequest("GET", "/trips")))
                    .isFalse();
            assertThat(chains.getFilterChains().getLast().matches(new MockHttpServletRequest("GET", "/trips")))
                    .isTrue();
        });
    }

    @Test
    void keepsSessionsInMemoryUnlessTheServiceHasTheTables() {
        service.run(context ->
                assertThat(context.getBean("consoleSessionRepository")).isInstanceOf(MapSessionRepository.class));
        service.withPropertyValues("saga.console.sessions-in-database=true")
                .run(context -> assertThat(context.getBean("consoleSessionRepository"))
                        .isInstanceOf(JdbcIndexedSessionRepository.class));
    }

    /** A service that has Spring Session asks for its repository in this way. */
    private record OwnSessions(ObjectProvider<SessionRepository<?>> repositories) {}

    @Test
    void leavesTheServicesOwnSessionsAlone() {
        service.withBean(OwnSessions.class)
                .run(context -> assertThat(context.getBean(OwnSessions.class).repositories().stream())
                        .isEmpty());
    }
}
