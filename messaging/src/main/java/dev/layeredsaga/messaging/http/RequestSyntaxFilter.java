package dev.layeredsaga.messaging.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Enumeration;
import java.util.Objects;
import java.util.regex.Pattern;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses requests that would fail only when a controller reads them: an incomplete escape in the query or a control character in a
 * header with 400, a wildcard as the type of the body with 415. Thread-safe.
 */
@Order(ConcurrencyLimit.BEHIND_METRICS + 1)
public final class RequestSyntaxFilter extends OncePerRequestFilter {

    private static final Pattern INCOMPLETE_ESCAPE = Pattern.compile("%(?!\\p{XDigit}{2})");

    private enum Malformed implements ProblemCode {
        MALFORMED_REQUEST(HttpStatus.BAD_REQUEST, "The request cannot be read."),
        UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "The request's body must be application/json.");

        private final HttpStatus status;
        private final String detail;

        Malformed(HttpStatus status, String detail) {
            this.status = status;
            this.detail = detail;
        }

        @Override
        public HttpStatus status() {
            return status;
        }

        @Override
        public String detail() {
            return detail;
        }
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (hasIncompleteEscape(request) || !hasReadableHeaders(request)) {
            ProblemWriter.write(response, Malformed.MALFORMED_REQUEST);
        } else if (Objects.requireNonNullElse(request.getContentType(), "").contains("*")) {
            ProblemWriter.write(response, Malformed.UNSUPPORTED_MEDIA_TYPE);
        } else {
            chain.doFilter(request, response);
        }
    }

    private static boolean hasIncompleteEscape(HttpServletRequest request) {
        String query = request.getQueryString();
        return query != null
                && query.indexOf('%') >= 0
                && INCOMPLETE_ESCAPE.matcher(query).find();
    }

    private static boolean hasReadableHeaders(HttpServletRequest request) {
        for (Enumeration<String> names = request.getHeaderNames(); names.hasMoreElements(); ) {
            for (Enumeration<String> values = request.getHeaders(names.nextElement()); values.hasMoreElements(); ) {
                if (!HeaderValues.isAllowed(values.nextElement())) {
                    return false;
                }
            }
        }
        return true;
    }
}
