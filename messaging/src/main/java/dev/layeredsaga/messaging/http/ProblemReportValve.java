package dev.layeredsaga.messaging.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Answers with a problem, too, what Tomcat refuses before the service sees it, such as a path with an encoded slash. */
public final class ProblemReportValve extends ErrorReportValve {

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        boolean isOurs =
                response.getStatus() >= 400 && response.getContentWritten() == 0 && response.setErrorReported();
        if (!isOurs) {
            return;
        }
        try {
            byte[] problem = problem(response.getStatus()).getBytes(UTF_8);
            response.setContentType("application/problem+json");
            response.setContentLength(problem.length);
            response.getOutputStream().write(problem);
            response.finishResponse();
        } catch (IOException e) {
            container.getLogger().debug("a client has gone", e);
        }
    }

    private static String problem(int status) {
        HttpStatus known = HttpStatus.resolve(status);
        boolean isTheClients = status < 500;
        return """
                {"title":"%s","status":%d,"detail":"%s","code":"%s"}""".formatted(
                        known == null ? "Error" : known.getReasonPhrase(),
                        status,
                        isTheClients ? "The request cannot be read." : "The request could not be processed.",
                        isTheClients ? "MALFORMED_REQUEST" : "INTERNAL_ERROR");
    }
}
