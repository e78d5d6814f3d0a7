package dev.layeredsaga.paymentstub.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import wiremock.jakarta.servlet.ReadListener;
import wiremock.jakarta.servlet.ServletInputStream;
import wiremock.jakarta.servlet.http.HttpServletRequest;
import wiremock.jakarta.servlet.http.HttpServletRequestWrapper;

/** A request with its body already read. */
final class BufferedBody extends HttpServletRequestWrapper {

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

        private final InputStream bytes;

        Stream(InputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() throws IOException {
            return bytes.read();
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            return bytes.read(into, from, length);
        }

        @Override
        public boolean isFinished() {
            try {
                return bytes.available() == 0;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
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
