package dev.layeredsaga.chassis.http;

import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.ProblemWriter;
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
import org.springframework.util.Assert;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Reads the body of a request after authentication and authorization. Answers 413 to bodies of more than 64 KiB, unread if they
 * announce their length, and to any body of a method that takes none; 408 if the body has not arrived in time, however steadily it
 * trickles in; and 503 if the buffered bodies of all requests together would exceed their memory limit, of which a quarter is for requests
 * without a token and the rest for the others. Thread-safe.
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
    private final Semaphore openKib;

    /**
     * @param timeout the time in which a body must arrive
     * @param maxBufferedKib the maximum memory of all buffered bodies together, in KiB
     * @throws IllegalArgumentException if {@code maxBufferedKib} is less than the 64 KiB of one body
     */
    public BodyFilter(Duration timeout, int maxBufferedKib) {
        Assert.isTrue(maxBufferedKib >= MAX_KIB, "http.max-buffered-bodies must be at least " + MAX_KIB + "KB");
        this.timeout = timeout;
        this.openKib = new Semaphore(Math.max(MAX_KIB, maxBufferedKib / 4));
        this.freeKib = new Semaphore(Math.max(MAX_KIB, maxBufferedKib - maxBufferedKib / 4));
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
        Semaphore memory = request.getUserPrincipal() == null ? openKib : freeKib;
        if (!memory.tryAcquire(kib)) {
            refuse(response, CommonProblem.TOO_MANY_BODIES);
            return;
        }
        try {
            readThenFilter(request, response, chain);
        } finally {
            memory.release(kib);
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
            buffered.forget(); // an asynchronous request has read it by now
        }
    }

    /** Closes the connection, so that unread bytes of the body are not parsed as the next request. */
    private static void refuse(HttpServletResponse response, CommonProblem problem) throws IOException {
        response.setHeader(HttpHeaders.CONNECTION, "close");
        ProblemWriter.write(response, problem);
    }

    /** Reads the body; each single read blocks for at most the server's connection-timeout. */
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
