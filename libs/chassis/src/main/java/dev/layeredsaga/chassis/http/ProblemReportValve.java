package dev.layeredsaga.chassis.http;

import java.io.IOException;
import java.util.Arrays;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Writes a problem for requests that Tomcat refuses before the service sees them, such as a path with an encoded slash. */
public final class ProblemReportValve extends ErrorReportValve {

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        boolean isOurs =
                response.getStatus() >= 400 && response.getContentWritten() == 0 && response.setErrorReported();
        if (!isOurs) {
            return;
        }
        try {
            ProblemWriter.write(response, problem(response.getStatus()));
            response.finishResponse();
        } catch (IOException e) {
            container.getLogger().debug("a client has gone", e);
        }
    }

    private static String problem(int status) {
        return Arrays.stream(CommonProblem.values())
                .filter(problem -> problem.status().value() == status)
                .findFirst()
                .map(ProblemWriter::json)
                .orElseGet(() -> generalProblem(status));
    }

    private static String generalProblem(int status) {
        HttpStatus known = HttpStatus.resolve(status);
        boolean isTheClients = status < 500;
        return ProblemWriter.json(
                known == null ? "Error" : known.getReasonPhrase(),
                status,
                isTheClients ? "The request cannot be read." : "The request could not be processed.",
                isTheClients ? "MALFORMED_REQUEST" : "INTERNAL_ERROR");
    }
}
