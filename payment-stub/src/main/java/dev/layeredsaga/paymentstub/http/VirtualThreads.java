package dev.layeredsaga.paymentstub.http;

import com.github.tomakehurst.wiremock.core.Options;
import com.github.tomakehurst.wiremock.http.ThreadPoolFactory;
import java.util.concurrent.Executors;
import wiremock.org.eclipse.jetty.util.thread.QueuedThreadPool;
import wiremock.org.eclipse.jetty.util.thread.ThreadPool;

/**
 * Runs each request on a virtual thread. A slow payment blocks its thread for seconds and a timeout for half a minute;
 * a few dozen of them would exhaust a bounded pool. WireMock's own response delays do not fit: the decision itself must
 * come at the end of the delay, not before.
 */
final class VirtualThreads implements ThreadPoolFactory {

    @Override
    public ThreadPool buildThreadPool(Options options) {
        var platformThreads = new QueuedThreadPool(options.containerThreads());
        platformThreads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        return platformThreads;
    }
}
