package dev.layeredsaga.messaging.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses bodies of 1 MB (10<sup>6</sup> bytes) or more with 413 and {@code PAYLOAD_TOO_LARGE}. One that announces its length
 * is refused unread; one that comes in chunks is read up to the limit before anyone else sees it.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class BodySizeFilter extends OncePerRequestFilter {

    private static final int LIMIT_BYTES = 1_000_000;

    private static final String TOO_LARGE = """
            {"title":"Content Too Large","status":413,\
            "detail":"The request's body must be smaller than 1 MB.","code":"PAYLOAD_TOO_LARGE"}""";

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        long announced = request.getContentLengthLong();
        if (announced >= LIMIT_BYTES) {
            refuse(response);
        } else if (announced >= 0) {
            chain.doFilter(request, response);
        } else {
            readThenFilter(request, response, chain);
        }
    }

    private static void readThenFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        byte[] body = request.getInputStream().readNBytes(LIMIT_BYTES);
        if (body.length == LIMIT_BYTES) {
            refuse(response);
        } else {
            chain.doFilter(new BufferedRequest(request, body), response);
        }
    }

    private static void refuse(HttpServletResponse response) throws IOException {
        byte[] problem = TOO_LARGE.getBytes(UTF_8);
        response.setStatus(413);
        response.setContentType("application/problem+json");
        response.setContentLength(problem.length);
        response.getOutputStream().write(problem);
    }
}
