package dev.layeredsaga.console.signin;

import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.session.config.SessionRepositoryCustomizer;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;
import org.springframework.session.jdbc.config.annotation.web.http.EnableJdbcHttpSession;
import org.springframework.session.web.http.CookieSerializer;
import org.springframework.session.web.http.DefaultCookieSerializer;

/** Keeps the console's sessions in PostgreSQL, so that every instance serves them. */
@Configuration(proxyBeanMethods = false)
@EnableJdbcHttpSession(tableName = "console_session")
class ConsoleSessions {

    /** The cookie counts for the console only: the APIs take bearer tokens and never see it. */
    @Bean
    CookieSerializer consoleCookie(@Value("${server.servlet.session.cookie.secure:false}") boolean secure) {
        DefaultCookieSerializer cookie = new DefaultCookieSerializer();
        cookie.setCookieName("saga-console");
        cookie.setCookiePath("/console");
        cookie.setSameSite("Strict");
        cookie.setUseBase64Encoding(false);
        if (secure) {
            cookie.setUseSecureCookie(true);
        }
        return cookie;
    }

    @Bean
    SessionRepositoryCustomizer<JdbcIndexedSessionRepository> sessionTimeout(
            @Value("${server.servlet.session.timeout:30m}") Duration timeout) {
        return sessions -> sessions.setDefaultMaxInactiveInterval(timeout);
    }
}
