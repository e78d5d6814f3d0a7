package dev.layeredsaga.chassis.http;

import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses requests that would fail only in a controller: a query that cannot be decoded, a control character in a header or a
 * malformed {@code Accept} with 400; a compressed body, one that is not UTF-8, and a wildcard or a form as its type, with 415. Thread-safe.
 */
@Order(RequestSyntaxFilter.BEHIND_METRICS)
public final class RequestSyntaxFilter extends OncePerRequestFilter {

    /** After the metrics filter, which counts refused requests, and before the check of the tokens. */
    static final int BEHIND_METRICS = Ordered.HIGHEST_PRECEDENCE + 10;

    private static final String IDENTITY = "identity";
    private static final Pattern JSON_WITH_CHARSET =
            Pattern.compile("^application/json.*;\\s*charset=\"?([^\\s\";]+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern INCOMPLETE_ESCAPE = Pattern.compile("%(?!\\p{XDigit}{2})");

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String type = Objects.requireNonNullElse(request.getContentType(), "");
        if (hasIncompleteEscape(request) || !hasReadableHeaders(request) || !hasReadableAccept(request)) {
            ProblemWriter.write(response, CommonProblem.MALFORMED_REQUEST);
        } else if (isEncoded(request) || hasOtherCharset(type)) {
            response.setHeader(HttpHeaders.ACCEPT_ENCODING, IDENTITY);
            ProblemWriter.write(response, CommonProblem.UNSUPPORTED_MEDIA_TYPE);
        } else if (type.contains("*") || isForm(request, type)) {
            ProblemWriter.write(response, CommonProblem.UNSUPPORTED_MEDIA_TYPE);
        } else if (!hasReadableParameters(request)) {
            ProblemWriter.write(response, CommonProblem.MALFORMED_REQUEST);
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

    /** Returns true if the body is compressed, or says so. */
    private static boolean isEncoded(HttpServletRequest request) {
        String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
        return encoding != null && !encoding.equalsIgnoreCase(IDENTITY);
    }

    /** Returns true for JSON that is declared as something else than UTF-8, the only encoding it may have (RFC 8259, section 8.1). */
    private static boolean hasOtherCharset(String type) {
        Matcher charset = JSON_WITH_CHARSET.matcher(type);
        return charset.find() && !charset.group(1).equalsIgnoreCase("UTF-8");
    }

    /** Returns true for a form, whose body Tomcat would read as parameters. */
    private static boolean isForm(HttpServletRequest request, String type) {
        return request.getMethod().equals("POST")
                && type.toLowerCase(Locale.ROOT).startsWith("application/x-www-form-urlencoded");
    }

    /** Returns false if the parameters are not UTF-8 or too many; reading one of them would throw an exception. */
    private static boolean hasReadableParameters(HttpServletRequest request) {
        try {
            if (request.getQueryString() != null) {
                request.getParameterNames();
            }
            return true;
        } catch (InvalidParameterException e) {
            return false;
        }
    }

    /** Returns false if Spring could not parse {@code Accept}, and would answer without a body. */
    private static boolean hasReadableAccept(HttpServletRequest request) {
        try {
            MediaType.parseMediaTypes(Collections.list(request.getHeaders(HttpHeaders.ACCEPT)));
            return true;
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }

    private static boolean hasReadableHeaders(HttpServletRequest request) {
        for (Enumeration<String> names = request.getHeaderNames(); names.hasMoreElements(); ) {
            for (Enumeration<String> values = request.getHeaders(names.nextElement()); values.hasMoreElements(); ) {
                if (!isAllowed(values.nextElement())) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Checks a header's value by the rules of Spring's firewall, without its regular expressions: every character is assigned and,
     * except for the tab, not a control character.
     */
    static boolean isAllowed(String value) {
        return value.codePoints()
                .allMatch(one -> one == '\t' || (Character.isDefined(one) && !Character.isISOControl(one)));
    }
}
