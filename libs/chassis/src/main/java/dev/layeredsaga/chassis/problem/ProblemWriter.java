package dev.layeredsaga.chassis.problem;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;

/** Writes a problem (RFC 9457) as the response where no controller does. */
public final class ProblemWriter {

    private ProblemWriter() {}

    /** Writes the complete response, with {@code Retry-After} unless it is set. Nothing of it may have been written before. */
    public static void write(HttpServletResponse response, ProblemCode problem) throws IOException {
        write(response, problem, problem.status());
    }

    /** Writes the rest of a response whose status is set, whatever it is, with the general problem of that status. */
    public static void writeGeneral(HttpServletResponse response) throws IOException {
        HttpStatusCode status = HttpStatusCode.valueOf(response.getStatus());
        write(response, CommonProblem.ofStatus(status), status);
    }

    private static void write(HttpServletResponse response, ProblemCode problem, HttpStatusCode status)
            throws IOException {
        response.setStatus(status.value());
        if (problem.retryAfterSeconds() > 0 && !response.containsHeader(HttpHeaders.RETRY_AFTER)) {
            response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(problem.retryAfterSeconds()));
        }
        byte[] body = json(problem, status).getBytes(UTF_8);
        response.setContentType("application/problem+json");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    /** Formats without escaping, because all values are constants of the services. */
    private static String json(ProblemCode problem, HttpStatusCode status) {
        HttpStatus known = HttpStatus.resolve(status.value());
        return """
                {"type":"%s","title":"%s","status":%d,"detail":"%s","code":"%s"}""".formatted(
                        problem.type(),
                        known == null ? "Error" : known.getReasonPhrase(),
                        status.value(),
                        problem.detail(),
                        problem.name());
    }
}
