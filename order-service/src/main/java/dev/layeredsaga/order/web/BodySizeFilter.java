package dev.layeredsaga.order.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Refuses bodies of 1 MB or more, whether they announce their length or come in chunks. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class BodySizeFilter extends OncePerRequestFilter {

    static final int LIMIT_BYTES = 1_000_000;

    private final HandlerExceptionResolver resolver;

    BodySizeFilter(@Qualifier("handlerExceptionResolver") HandlerExceptionResolver resolver) {
        this.resolver = resolver;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        long announced = request.getContentLengthLong();
        if (announced >= LIMIT_BYTES) {
            refuse(request, response);
        } else if (announced >= 0) {
            chain.doFilter(request, response);
        } else {
            readThenFilter(request, response, chain);
        }
    }

    /** Without an announced length only reading tells. */
    private void readThenFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        byte[] body = request.getInputStream().readNBytes(LIMIT_BYTES);
        if (body.length == LIMIT_BYTES) {
            refuse(request, response);
        } else {
            chain.doFilter(new BufferedRequest(request, body), response);
        }
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response) {
        resolver.resolveException(request, response, null, new ProblemException(ErrorCode.PAYLOAD_TOO_LARGE));
    }
}
