package dev.layeredsaga.chassis.security;

import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.ProblemWriter;
import dev.layeredsaga.messaging.failure.StartupException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.DefaultCorsProcessor;
import org.springframework.web.filter.CorsFilter;

/** The origins whose pages may use the service from a browser (CORS, Fetch standard, section 3.2), with a token, as no cookie counts. */
public final class AllowedOrigins {

    private static final Duration PREFLIGHT_VALIDITY = Duration.ofMinutes(10);

    private static final List<String> REQUEST_HEADERS = List.of(
            HttpHeaders.AUTHORIZATION,
            HttpHeaders.CONTENT_TYPE,
            HttpHeaders.IF_MATCH,
            HttpHeaders.IF_NONE_MATCH,
            "Idempotency-Key",
            "Last-Event-ID",
            "traceparent");

    private static final List<String> RESPONSE_HEADERS = List.of(
            HttpHeaders.ETAG,
            HttpHeaders.LINK,
            HttpHeaders.LOCATION,
            HttpHeaders.RETRY_AFTER,
            HttpHeaders.WWW_AUTHENTICATE);

    private final List<String> origins;

    /**
     * @param origins {@code scheme://host} or {@code scheme://host:port} each, or one {@code *} for all; none if empty
     * @throws StartupException if one of them is no origin
     */
    public AllowedOrigins(List<String> origins) {
        origins.stream().filter(origin -> !isOrigin(origin)).findFirst().ifPresent(origin -> {
            throw new StartupException("http.allowed-origins has \"" + origin
                    + "\", which is no origin: scheme://host or scheme://host:port, without a path, or * for all");
        });
        this.origins = List.copyOf(origins);
    }

    private static boolean isOrigin(String origin) {
        if (origin.equals(CorsConfiguration.ALL)) {
            return true;
        }
        try {
            URI uri = URI.create(origin);
            return Set.of("http", "https").contains(String.valueOf(uri.getScheme()))
                    && uri.getHost() != null
                    && origin.equals(uri.getScheme() + "://" + uri.getRawAuthority());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns a filter that answers preflight requests, marks answers for these origins, and refuses others; null without origins. */
    public @Nullable CorsFilter filter() {
        if (origins.isEmpty()) {
            return null;
        }
        CorsConfiguration allowed = new CorsConfiguration();
        allowed.setAllowedOrigins(origins);
        allowed.setAllowedMethods(List.of("GET", "HEAD", "POST", "PUT", "DELETE"));
        allowed.setAllowedHeaders(REQUEST_HEADERS);
        allowed.setExposedHeaders(RESPONSE_HEADERS);
        allowed.setMaxAge(PREFLIGHT_VALIDITY);
        CorsFilter filter = new CorsFilter(request -> allowed);
        filter.setCorsProcessor(new Refusing());
        return filter;
    }

    /** Refuses with a problem, as every other request is. */
    private static final class Refusing extends DefaultCorsProcessor {

        @Override
        protected void rejectRequest(ServerHttpResponse response) throws IOException {
            ProblemWriter.write(
                    ((ServletServerHttpResponse) response).getServletResponse(), CommonProblem.FORBIDDEN_ORIGIN);
        }
    }
}
