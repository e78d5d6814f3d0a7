package dev.layeredsaga.console.signin;

import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.session.MapSessionRepository;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;
import org.springframework.session.web.http.CookieHttpSessionIdResolver;
import org.springframework.session.web.http.DefaultCookieSerializer;
import org.springframework.session.web.http.SessionRepositoryFilter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Keeps the console's sessions: in memory or, so that every instance serves them, in PostgreSQL. The service's own are left alone. */
@Configuration(proxyBeanMethods = false)
class ConsoleSessions {

    private static final int MOST_IN_MEMORY = 1_000;

    /** Not for the service's own Spring Session, if it has one. */
    @Bean(defaultCandidate = false)
    SessionRepository<? extends Session> consoleSessionRepository(
            ConsoleSettings settings,
            JdbcTemplate jdbc,
            PlatformTransactionManager transactions,
            @Value("${server.servlet.session.timeout:30m}") Duration timeout) {
        if (settings.sessionsInDatabase()) {
            JdbcIndexedSessionRepository sessions =
                    new JdbcIndexedSessionRepository(jdbc, new TransactionTemplate(transactions));
            sessions.setTableName("console_session");
            sessions.setDefaultMaxInactiveInterval(timeout);
            return sessions;
        }
        MapSessionRepository sessions = new MapSessionRepository(Caffeine.newBuilder()
                .maximumSize(MOST_IN_MEMORY)
                .<String, Session>build()
                .asMap());
        sessions.setDefaultMaxInactiveInterval(timeout);
        return sessions;
    }

    /** The cookie counts for the console only: the APIs take bearer tokens and never see it. */
    @Bean
    FilterRegistrationBean<SessionRepositoryFilter<? extends Session>> consoleSessions(
            @Qualifier("consoleSessionRepository") SessionRepository<? extends Session> sessions,
            @Value("${server.servlet.session.cookie.secure:false}") boolean secure) {
        DefaultCookieSerializer cookie = new DefaultCookieSerializer();
        cookie.setCookieName("saga-console");
        cookie.setCookiePath("/console");
        cookie.setSameSite("Strict");
        cookie.setUseBase64Encoding(false);
        if (secure) {
            cookie.setUseSecureCookie(true);
        }
        CookieHttpSessionIdResolver ids = new CookieHttpSessionIdResolver();
        ids.setCookieSerializer(cookie);
        SessionRepositoryFilter<? extends Session> filter = new SessionRepositoryFilter<>(sessions);
        filter.setHttpSessionIdResolver(ids);
        FilterRegistrationBean<SessionRepositoryFilter<? extends Session>> registration =
                new FilterRegistrationBean<>(filter);
        registration.addUrlPatterns("/console", "/console/*");
        registration.setOrder(SessionRepositoryFilter.DEFAULT_ORDER);
        return registration;
    }
}
