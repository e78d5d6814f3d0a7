package dev.layeredsaga.inventory.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses bodies of a megabyte (10<sup>6</sup> bytes) and more with 413. One that announces its length is refused unread; one
 * that does not (chunked) is read up to the limit before anyone else sees it.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
final class RequestSizeFilter extends OncePerRequestFilter {

    private static final int LIMIT = 1_000_000;

    private static final String TOO_LARGE = """
            {"type":"about:blank","title":"Content Too Large","status":413,\
            "detail":"The body is too large","code":"PAYLOAD_TOO_LARGE"}""";

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() >= LIMIT) {
            refuse(response);
        } else if (request.getContentLengthLong() < 0) {
            filterUnannounced(request, response, chain);
        } else {
            chain.doFilter(request, response);
        }
    }

    private static void filterUnannounced(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        byte[] body = request.getInputStream().readNBytes(LIMIT);
        if (body.length >= LIMIT) {
            refuse(response);
        } else {
            chain.doFilter(new ReadRequest(request, body), response);
        }
    }

    private static void refuse(HttpServletResponse response) throws IOException {
        byte[] body = TOO_LARGE.getBytes(UTF_8);
        response.setStatus(413);
        response.setContentType("application/problem+json");
        response.setHeader("Connection", "close");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    /** A request whose body has been read already. */
    private static final class ReadRequest extends HttpServletRequestWrapper {

        private final byte[] body;

        ReadRequest(HttpServletRequest request, byte[] body) {
            super(request);
            this.body = body;
        }

        @Override
        public ServletInputStream getInputStream() {
            return new ReadBody(new ByteArrayInputStream(body));
        }

        @Override
        public BufferedReader getReader() {
            return new BufferedReader(new InputStreamReader(getInputStream(), UTF_8));
        }
    }

    private static final class ReadBody extends ServletInputStream {

        private final ByteArrayInputStream bytes;

        ReadBody(ByteArrayInputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return bytes.read(target, offset, length);
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException("the body is read blockingly");
        }
    }
}
