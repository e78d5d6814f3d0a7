package dev.layeredsaga.order.placement.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.order.placement.OrderEvent;
import dev.layeredsaga.order.placement.OrderFollower;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.MediaType;

/** Server-sent events as the HTML standard (9.2) writes them. */
final class EventStream implements OrderFollower {

    private static final int COME_BACK_AFTER_MILLIS = 1_000;

    private final HttpServletResponse response;
    private final ServletOutputStream out;

    private EventStream(HttpServletResponse response) throws IOException {
        this.response = response;
        this.out = response.getOutputStream();
    }

    /** Sends the head, so that the client knows at once that it is heard. */
    static EventStream begin(HttpServletResponse response) throws IOException {
        response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
        response.setHeader("Cache-Control", "no-store");
        // some proxies keep an answer back until it is complete, unless told not to
        response.setHeader("X-Accel-Buffering", "no");
        EventStream stream = new EventStream(response);
        stream.write("retry: " + COME_BACK_AFTER_MILLIS + "\n\n");
        return stream;
    }

    @Override
    public void tell(OrderEvent event) throws IOException {
        write("id: " + event.sequence() + "\nevent: " + event.type() + "\ndata: " + event.data() + "\n\n");
    }

    @Override
    public void nothingNew() throws IOException {
        write(": still here\n\n");
    }

    private void write(String text) throws IOException {
        out.write(text.getBytes(UTF_8));
        response.flushBuffer();
    }
}
