package dev.layeredsaga.paymentstub.http;

import com.github.tomakehurst.wiremock.core.Options;
import com.github.tomakehurst.wiremock.http.ThreadPoolFactory;
import java.util.concurrent.Executors;
import wiremock.org.eclipse.jetty.util.thread.QueuedThreadPool;
import wiremock.org.eclipse.jetty.util.thread.ThreadPool;

/**
 * One virtual thread per request. A slow payment holds its thread for seconds and a timeout for half a minute; with a
 * bounded pool a few dozen of them would starve everybody else. WireMock's own delayed answers would not do: the
 * decision itself has to come at the end of the delay, not before.
 */
final class VirtualThreads implements ThreadPoolFactory {

    @Override
    public ThreadPool buildThreadPool(Options options) {
        var platformThreads = new QueuedThreadPool(options.containerThreads());
        platformThreads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        return platformThreads;
    }
}
