package com.example.journeys;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** A bank over HTTP that writes down the idempotency keys of payments and refunds, and answers when it may. Thread-safe. */
final class Bank implements AutoCloseable {

    private final List<String> payments = new CopyOnWriteArrayList<>();
    private final List<String> refunds = new CopyOnWriteArrayList<>();
    private final Semaphore answers = new Semaphore(0);
    private final HttpServer server;

    Bank() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/payments", request -> answer(request, payments));
        server.createContext("/refunds", request -> answer(request, refunds));
        server.start();
    }

    /** A bank that answers at once. */
    static Bank open() throws IOException {
        Bank bank = new Bank();
        bank.answer();
        return bank;
    }

    /** Lets all requests be answered, those that wait included. */
    void answer() {
        answers.release(1_000_000);
    }

    private void answer(HttpExchange request, List<String> keys) throws IOException {
        keys.add(String.valueOf(request.getRequestHeaders().getFirst("Idempotency-Key")));
        answers.acquireUninterruptibly();
        request.sendResponseHeaders(204, -1);
        request.close();
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    List<String> payments() {
        return payments;
    }

    List<String> refunds() {
        return refunds;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
