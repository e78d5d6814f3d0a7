package dev.layeredsaga.orchestrator.payment.http;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/**
 * Reads answers whole, and cuts the connection of a call whose answer is not there in time. A socket's own time-out begins anew with
 * every byte, so that an answer that dribbles could take for ever. Calls are looked through ten times within the time that one may
 * take, which costs less than a timer for each; one may last a tenth longer therefore. Thread-safe.
 */
final class AnswerDeadline implements ExecChainHandler, AutoCloseable {

    /** In bytes; what is longer is cut off, and can be read by nobody. */
    private static final int LARGEST_ANSWER = 1 << 20;

    private final Duration patience;
    private final Set<Call> inFlight = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("gateway-deadlines").daemon().factory());

    AnswerDeadline(Duration patience) {
        this.patience = patience;
        long interval = Math.max(1, patience.toMillis() / 10);
        ScheduledFuture<?> unused =
                clock.scheduleWithFixedDelay(this::cutOverdue, interval, interval, TimeUnit.MILLISECONDS);
    }

    private static final class Call {

        private final ExecRuntime connection;
        private final long begun = System.nanoTime();
        private volatile boolean overdue;

        Call(ExecRuntime connection) {
            this.connection = connection;
        }

        void cut() {
            overdue = true;
            connection.discardEndpoint();
        }
    }

    /** @throws SocketTimeoutException if the answer has not been there in time */
    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        Call call = new Call(scope.execRuntime);
        inFlight.add(call);
        try {
            return whole(chain.proceed(request, scope));
        } catch (IOException e) {
            if (call.overdue) {
                SocketTimeoutException late = new SocketTimeoutException("no whole answer within " + patience);
                late.initCause(e);
                throw late;
            }
            throw e;
        } finally {
            inFlight.remove(call);
        }
    }

    private static ClassicHttpResponse whole(ClassicHttpResponse response) throws IOException {
        HttpEntity body = response.getEntity();
        if (body != null) {
            byte[] bytes = EntityUtils.toByteArray(body, LARGEST_ANSWER);
            response.setEntity(new ByteArrayEntity(bytes, ContentType.parse(body.getContentType())));
        }
        return response;
    }

    private void cutOverdue() {
        long now = System.nanoTime();
        for (Call call : inFlight) {
            if (now - call.begun > patience.toNanos()) {
                call.cut();
            }
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
