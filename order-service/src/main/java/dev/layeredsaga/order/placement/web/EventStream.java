package dev.layeredsaga.order.placement.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.order.placement.OrderEvent;
import dev.layeredsaga.order.placement.OrderFollower;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.MediaType;

/** Writes server-sent events in the format of the HTML standard (9.2). */
final class EventStream implements OrderFollower {

    private static final int COME_BACK_AFTER_MILLIS = 1_000;

    private final HttpServletResponse response;
    private final ServletOutputStream out;

    private EventStream(HttpServletResponse response) throws IOException {
        this.response = response;
        this.out = response.getOutputStream();
    }

    /** Sends the response's head at once, so that the client knows that it is connected. */
    static EventStream begin(HttpServletResponse response) throws IOException {
        response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
        response.setHeader("Cache-Control", "no-store");
        // stops nginx and similar proxies from buffering the response until it is complete
        response.setHeader("X-Accel-Buffering", "no");
        EventStream stream = new EventStream(response);
        stream.write("retry: " + COME_BACK_AFTER_MILLIS + "\n\n");
        return stream;
    }

    @Override
    public void tell(OrderEvent event) throws IOException {
        write("id: " + event.sequence() + "\nevent: " + event.type() + "\ndata: " + OrderEventJson.of(event) + "\n\n");
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
