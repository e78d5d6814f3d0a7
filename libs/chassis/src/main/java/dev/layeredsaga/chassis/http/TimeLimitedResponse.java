package dev.layeredsaga.chassis.http;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.catalina.connector.ClientAbortException;

/** A response whose body has to be read within a time limit, however steadily the client reads. Not thread-safe. */
final class TimeLimitedResponse extends HttpServletResponseWrapper {

    /** A write of this size waits for few of the client's reads. */
    private static final int CHUNK_BYTES = 8192;

    private final Duration limit;
    private final LongSupplier nanos;
    private final long start;
    private boolean over;

    /** @param nanos the time, as {@link System#nanoTime} */
    TimeLimitedResponse(HttpServletResponse response, Duration limit, LongSupplier nanos) {
        super(response);
        this.limit = limit;
        this.nanos = nanos;
        this.start = nanos.getAsLong();
    }

    /**
     * Has the server close the connection if the time was over before the whole body was read: Spring does not report that a client has
     * gone.
     *
     * @throws ClientAbortException if it was
     */
    void requireRead() throws ClientAbortException {
        if (over) {
            throw new ClientAbortException("the client has not read the response within " + limit);
        }
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        return new Body(super.getOutputStream());
    }

    private final class Body extends ServletOutputStream {

        private final ServletOutputStream out;

        Body(ServletOutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int value) throws IOException {
            requireTime();
            out.write(value);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            for (int done = 0; done < length; done += CHUNK_BYTES) {
                requireTime();
                out.write(bytes, from + done, Math.min(CHUNK_BYTES, length - done));
            }
        }

        private void requireTime() throws ClientAbortException {
            over |= nanos.getAsLong() - start > limit.toNanos();
            requireRead();
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }

        @Override
        public boolean isReady() {
            return out.isReady();
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            out.setWriteListener(listener);
        }
    }
}
