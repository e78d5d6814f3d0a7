package dev.layeredsaga.paymentstub.http;

import dev.layeredsaga.paymentstub.http.message.Problems;
import dev.layeredsaga.paymentstub.http.message.Requests;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import wiremock.jakarta.servlet.FilterChain;
import wiremock.jakarta.servlet.ReadListener;
import wiremock.jakarta.servlet.ServletException;
import wiremock.jakarta.servlet.ServletInputStream;
import wiremock.jakarta.servlet.http.HttpFilter;
import wiremock.jakarta.servlet.http.HttpServletRequest;
import wiremock.jakarta.servlet.http.HttpServletRequestWrapper;
import wiremock.jakarta.servlet.http.HttpServletResponse;

/**
 * Passes only readable requests to WireMock, which answers others with a 500 and a stack trace, and keeps every body in
 * memory, however large. Bodies are read only where the API takes one, up to {@link Requests#MAX_BODY_BYTES}.
 */
final class ReadableRequests extends HttpFilter {

    private static final long serialVersionUID = 1;

    private static final Pattern INCOMPLETE_ESCAPE = Pattern.compile("%(?!\\p{XDigit}{2})");

    /** Conditions of a client that a change must not ignore. */
    private static final List<String> PRECONDITIONS = List.of("If-Match", "If-None-Match", "If-Unmodified-Since");

    /** The maximum number of bytes read and discarded so that a client that is still sending gets its response. */
    private static final int MAX_DRAINED_BYTES = 2 * 1024 * 1024;

    private final transient Predicate<String> open;

    /** @param open the paths that everybody may read, and that take no body */
    ReadableRequests(Predicate<String> open) {
        this.open = open;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        InvalidInput problem = problemOf(request);
        if (problem != null) {
            refuse(problem, request, response);
            return;
        }
        byte[] body;
        try {
            body = request.getInputStream().readNBytes(Requests.MAX_BODY_BYTES + 1);
        } catch (IOException e) {
            // truncated body or invalid chunks
            response.setHeader("Connection", "close");
            Problems.send(Problems.invalid(unreadable()), response);
            return;
        }
        if (body.length > Requests.MAX_BODY_BYTES) {
            refuse(Requests.tooLarge(), request, response);
        } else {
            chain.doFilter(new BufferedBody(request, body), response);
        }
    }

    private static InvalidInput unreadable() {
        return new InvalidInput(ErrorCode.MALFORMED_REQUEST, "body", "cannot be read");
    }

    private @Nullable InvalidInput problemOf(HttpServletRequest request) {
        if (INCOMPLETE_ESCAPE
                .matcher(Objects.requireNonNullElse(request.getQueryString(), ""))
                .find()) {
            return new InvalidInput(
                    ErrorCode.MALFORMED_REQUEST, "query", "has a % that no two hexadecimal digits follow");
        }
        if (hasBody(request) && open.test(request.getRequestURI())) {
            return new InvalidInput(ErrorCode.REQUEST_TOO_LARGE, "body", "is not expected here");
        }
        if (request.getContentLengthLong() > Requests.MAX_BODY_BYTES) {
            return Requests.tooLarge();
        }
        String type = Objects.requireNonNullElse(request.getContentType(), "");
        if (type.toLowerCase(Locale.ROOT).startsWith("multipart/")) {
            return Requests.notJson();
        }
        String encoding = request.getHeader("Content-Encoding");
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            return new InvalidInput(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "Content-Encoding", "must not be compressed");
        }
        if (!request.getMethod().equals("GET")) {
            for (String header : PRECONDITIONS) {
                if (request.getHeader(header) != null) {
                    return new InvalidInput(ErrorCode.MALFORMED_REQUEST, header, "is no precondition of this request");
                }
            }
        }
        return isSupported(request.getCharacterEncoding())
                ? null
                : new InvalidInput(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "Content-Type", "has an unknown charset");
    }

    private static boolean hasBody(HttpServletRequest request) {
        return request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
    }

    private static boolean isSupported(@Nullable String charset) {
        try {
            return charset == null || Charset.isSupported(charset);
        } catch (IllegalCharsetNameException e) {
            return false;
        }
    }

    private static void refuse(InvalidInput problem, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Problems.send(Problems.invalid(problem), response);
        // sends the response even if the client holds back the rest of its body
        response.flushBuffer();
        drain(request.getInputStream());
    }

    private static void drain(InputStream body) {
        byte[] buffer = new byte[8 * 1024];
        int drained = 0;
        try {
            for (int read = body.read(buffer); read > 0 && drained < MAX_DRAINED_BYTES; read = body.read(buffer)) {
                drained += read;
            }
        } catch (IOException e) {
            // the response is already sent
        }
    }

    /** A request with its body already read. */
    private static final class BufferedBody extends HttpServletRequestWrapper {

        private final byte[] body;

        BufferedBody(HttpServletRequest request, byte[] body) {
            super(request);
            this.body = body;
        }

        @Override
        public ServletInputStream getInputStream() {
            return new Stream(new ByteArrayInputStream(body));
        }

        private static final class Stream extends ServletInputStream {

            private final ByteArrayInputStream bytes;

            Stream(ByteArrayInputStream bytes) {
                this.bytes = bytes;
            }

            @Override
            public int read() {
                return bytes.read();
            }

            @Override
            public int read(byte[] into, int from, int length) {
                return bytes.read(into, from, length);
            }

            @Override
            public boolean isFinished() {
                return bytes.available() == 0;
            }

            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public void setReadListener(ReadListener listener) {
                throw new UnsupportedOperationException("the body is read in one go");
            }
        }
    }
}
