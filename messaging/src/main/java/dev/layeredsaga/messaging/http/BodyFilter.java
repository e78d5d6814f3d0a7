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
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Reads the body of a request once the caller is known and may call. Bodies of more than 64 KiB are refused with 413, unread if they
 * announce their length; so is any body of a method that takes none. A body that has not arrived in time is refused with 408, however
 * steadily it trickles in, and with 503 if the bodies of all requests at hand would take more memory than they may. Thread-safe.
 */
@Order(BodyFilter.AFTER_SECURITY)
public final class BodyFilter extends OncePerRequestFilter {

    static final int AFTER_SECURITY = 0;

    private static final int MAX_KIB = 64;
    private static final int MAX_BYTES = MAX_KIB * 1024;
    private static final int CHUNK_BYTES = 8192;
    private static final Set<String> METHODS_WITH_BODY = Set.of("POST", "PUT", "PATCH");

    private final Duration timeout;
    private final Semaphore freeKib;

    /**
     * @param timeout how long a body may take to arrive
     * @param maxBufferedKib the most that the bodies of all requests may take at a time, in KiB
     * @throws IllegalArgumentException if that is less than one body may have
     */
    public BodyFilter(Duration timeout, int maxBufferedKib) {
        if (maxBufferedKib < MAX_KIB) {
            throw new IllegalArgumentException("http.max-buffered-bodies must be at least " + MAX_KIB + "KB");
        }
        this.timeout = timeout;
        this.freeKib = new Semaphore(maxBufferedKib);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        long announced = request.getContentLengthLong();
        if (announced == 0 || (announced < 0 && request.getHeader(HttpHeaders.TRANSFER_ENCODING) == null)) {
            chain.doFilter(request, response);
        } else if (announced > MAX_BYTES || !METHODS_WITH_BODY.contains(request.getMethod())) {
            refuse(response, CommonProblem.PAYLOAD_TOO_LARGE);
        } else {
            readWithinLimit(request, response, chain, announced < 0 ? MAX_KIB : Math.ceilDiv((int) announced, 1024));
        }
    }

    private void readWithinLimit(HttpServletRequest request, HttpServletResponse response, FilterChain chain, int kib)
            throws ServletException, IOException {
        if (!freeKib.tryAcquire(kib)) {
            response.setHeader(HttpHeaders.RETRY_AFTER, "1");
            refuse(response, CommonProblem.TOO_MANY_BODIES);
            return;
        }
        try {
            readThenFilter(request, response, chain);
        } finally {
            freeKib.release(kib);
        }
    }

    private void readThenFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        byte[] body;
        try {
            body = read(request.getInputStream());
        } catch (IOException neverArrived) {
            refuse(response, CommonProblem.REQUEST_TIMEOUT);
            return;
        }
        if (body.length > MAX_BYTES) {
            refuse(response, CommonProblem.PAYLOAD_TOO_LARGE);
            return;
        }
        BufferedRequest buffered = new BufferedRequest(request, body);
        try {
            chain.doFilter(buffered, response);
        } finally {
            buffered.forget(); // a request that waits for its answer has been read by now
        }
    }

    /** What has not been read may still come, and must not be taken for another request. */
    private static void refuse(HttpServletResponse response, CommonProblem problem) throws IOException {
        response.setHeader(HttpHeaders.CONNECTION, "close");
        ProblemWriter.write(response, problem);
    }

    /** A single wait for more is as long as the server's connection-timeout allows. */
    private byte[] read(InputStream input) throws IOException {
        long start = System.nanoTime();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK_BYTES];
        int length = input.read(chunk);
        while (length >= 0 && body.size() <= MAX_BYTES) {
            if (System.nanoTime() - start > timeout.toNanos()) {
                throw new SocketTimeoutException("not there after " + timeout);
            }
            body.write(chunk, 0, length);
            length = input.read(chunk);
        }
        return body.toByteArray();
    }
}
