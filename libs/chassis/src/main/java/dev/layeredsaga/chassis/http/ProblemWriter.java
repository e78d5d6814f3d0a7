package dev.layeredsaga.chassis.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Writes a problem (RFC 9457) as the response where no controller does. */
public final class ProblemWriter {

    private ProblemWriter() {}

    /** Writes the complete response. Nothing of it may have been written before. */
    public static void write(HttpServletResponse response, ProblemCode problem) throws IOException {
        response.setStatus(problem.status().value());
        write(response, json(problem));
    }

    /** Writes the rest of a response whose status is set. */
    static void write(HttpServletResponse response, String json) throws IOException {
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
                {"type":"%s","title":"%s","status":%d,"detail":"%s","code":"%s"}""".formatted(
                        ProblemPage.entryOf(code), title, status, detail, code);
    }
}
