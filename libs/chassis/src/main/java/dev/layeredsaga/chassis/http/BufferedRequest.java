package dev.layeredsaga.chassis.http;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A request whose body is in memory. */
final class BufferedRequest extends HttpServletRequestWrapper {

    private Body body;

    BufferedRequest(HttpServletRequest request, byte[] body) {
        super(request);
        this.body = new Body(new ByteArrayInputStream(body));
    }

    /** Releases the body, which can no longer be read. */
    void forget() {
        body = new Body(new ByteArrayInputStream(new byte[0]));
    }

    @Override
    public ServletInputStream getInputStream() {
        return body;
    }

    @Override
    public BufferedReader getReader() {
        return new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }

    private static final class Body extends ServletInputStream {

        private final ByteArrayInputStream bytes;

        Body(ByteArrayInputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return bytes.read(target, offset, length);
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
            throw new IllegalStateException("the body is read without listeners");
        }
    }
}
