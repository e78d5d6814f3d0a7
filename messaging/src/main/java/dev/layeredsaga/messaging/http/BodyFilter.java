package dev.layeredsaga.messaging.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Reads the body of a request before anyone else sees it, once it is known who sends it. One of 1 MB (10<sup>6</sup> bytes) or more is
 * refused with 413, unread if it announces its length; one that is not there in time with 408, however steadily it trickles in.
 */
@Order(BodyFilter.AFTER_SECURITY)
public final class BodyFilter extends OncePerRequestFilter {

    static final int AFTER_SECURITY = 0;

    private static final int LIMIT_BYTES = 1_000_000;
    private static final int CHUNK_BYTES = 8192;

    private final Duration patience;

    /** @param patience how long a body may take to arrive */
    public BodyFilter(Duration patience) {
        this.patience = patience;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        long announced = request.getContentLengthLong();
        if (announced == 0) {
            chain.doFilter(request, response);
        } else if (announced >= LIMIT_BYTES) {
            ProblemWriter.write(response, CommonProblem.PAYLOAD_TOO_LARGE);
        } else {
            readThenFilter(request, response, chain);
        }
    }

    private void readThenFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        byte[] body;
        try {
            body = read(request.getInputStream());
        } catch (IOException neverArrived) {
            // the rest of it may still come, and must not be taken for another request
            response.setHeader(HttpHeaders.CONNECTION, "close");
            ProblemWriter.write(response, CommonProblem.REQUEST_TIMEOUT);
            return;
        }
        if (body.length >= LIMIT_BYTES) {
            ProblemWriter.write(response, CommonProblem.PAYLOAD_TOO_LARGE);
        } else {
            chain.doFilter(new BufferedRequest(request, body), response);
        }
    }

    /** A single wait for more is as long as the server's connection-timeout allows. */
    private byte[] read(InputStream input) throws IOException {
        long start = System.nanoTime();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK_BYTES];
        int length = input.read(chunk);
        while (length >= 0 && body.size() < LIMIT_BYTES) {
            if (System.nanoTime() - start > patience.toNanos()) {
                throw new SocketTimeoutException("not there after " + patience);
            }
            body.write(chunk, 0, length);
            length = input.read(chunk);
        }
        return body.toByteArray();
    }
}
