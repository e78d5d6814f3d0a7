package dev.layeredsaga.chassis.http;

import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.ProblemWriter;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

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
            if (response.getStatus() == 400
                    && String.valueOf(request.getHeader(HttpHeaders.HOST)).contains("_")) {
                ProblemWriter.write(response, CommonProblem.INVALID_HOST);
            } else {
                ProblemWriter.writeGeneral(response);
            }
            response.finishResponse();
        } catch (IOException e) {
            container.getLogger().debug("a client has gone", e);
        }
    }
}
