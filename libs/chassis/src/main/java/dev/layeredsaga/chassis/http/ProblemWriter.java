package dev.layeredsaga.chassis.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** Writes a problem (RFC 9457) as the response where no controller does. */
public final class ProblemWriter {

    /** The statuses of requests that may succeed later: 429 and 503. */
    private static final Set<Integer> PASSING =
            Set.of(HttpStatus.TOO_MANY_REQUESTS.value(), HttpStatus.SERVICE_UNAVAILABLE.value());

    private ProblemWriter() {}

    /** Writes the complete response. Nothing of it may have been written before. */
    public static void write(HttpServletResponse response, ProblemCode problem) throws IOException {
        response.setStatus(problem.status().value());
        write(response, json(problem));
    }

    /** Writes the rest of a response whose status is set; with {@code Retry-After} where waiting helps and it is not set. */
    static void write(HttpServletResponse response, String json) throws IOException {
        if (PASSING.contains(response.getStatus()) && !response.containsHeader(HttpHeaders.RETRY_AFTER)) {
            response.setHeader(HttpHeaders.RETRY_AFTER, "1");
        }
        byte[] body = json.getBytes(UTF_8);
        response.setContentType("application/problem+json");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    static String json(ProblemCode problem) {
        return json(problem.status().getReasonPhrase(), problem.status().value(), problem.detail(), problem.name());
    }

    /** Formats without escaping, because all values are constants of the services. */
    static String json(String title, int status, String detail, String code) {
        return """
                {"type":"%s","title":"%s","status":%d,"detail":"%s","code":"%s"}""".formatted(ProblemPage.entryOf(code), title, status, detail, code);
    }
}
