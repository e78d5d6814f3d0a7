package dev.layeredsaga.paymentstub.http.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.tomakehurst.wiremock.http.HttpHeader;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import wiremock.jakarta.servlet.http.HttpServletRequest;
import wiremock.jakarta.servlet.http.HttpServletResponse;
import wiremock.org.eclipse.jetty.http.HttpFields;
import wiremock.org.eclipse.jetty.http.HttpStatus;
import wiremock.org.eclipse.jetty.server.Request;
import wiremock.org.eclipse.jetty.server.handler.ErrorHandler;

/** Sends problem responses before the request reaches WireMock. */
public final class ProblemWriter {

    private static final Set<Integer> TOO_LARGE = Set.of(413, 414, 431);

    private ProblemWriter() {}

    public static void send(ResponseDefinition problem, HttpServletResponse response) throws IOException {
        ResponseDefinition marked = Responses.marked(problem);
        byte[] body = marked.getBody().getBytes(UTF_8);
        response.setStatus(marked.getStatus());
        for (HttpHeader header : marked.getHeaders().all()) {
            response.setHeader(header.key(), header.firstValue());
        }
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    /** Sends problem responses for malformed HTTP, which Jetty itself rejects. */
    public static final class OfJetty extends ErrorHandler {

        @Override
        public ByteBuffer badMessageError(int status, String reason, HttpFields.Mutable fields) {
            ResponseDefinition marked =
                    Responses.marked(Problems.unreadable(status, reason, !TOO_LARGE.contains(status)));
            marked.getHeaders().all().forEach(header -> fields.put(header.key(), header.firstValue()));
            return ByteBuffer.wrap(marked.getBody().getBytes(UTF_8));
        }

        @Override
        public boolean errorPageForMethod(String method) {
            return true;
        }

        /** Handles valid HTTP that addresses no resource, such as {@code GET *}. */
        @Override
        protected void generateAcceptableResponse(
                Request baseRequest, HttpServletRequest request, HttpServletResponse response, int code, String message)
                throws IOException {
            send(Problems.unreadable(code, HttpStatus.getMessage(code), !TOO_LARGE.contains(code)), response);
            baseRequest.setHandled(true);
        }
    }
}
