package dev.layeredsaga.testbed.bench.system;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import dev.layeredsaga.testbed.bench.measure.Machine;
import dev.layeredsaga.testbed.bench.service.SeparateServers;
import dev.layeredsaga.testbed.bench.system.Orders.Customers;
import dev.layeredsaga.testbed.client.Shop;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/** Systems that are started and stocked, on the same servers, with those who order from them. */
final class Stand implements AutoCloseable {

    private static final int ITEMS = 1_000;
    private static final int STOCK = 1_000_000;

    private final SeparateServers servers;
    private final Map<Peer, Orders> peers = new LinkedHashMap<>();
    private final Parts parts;

    private Stand(SeparateServers servers, List<Peer> all) throws SQLException {
        this.servers = servers;
        this.parts = new Parts(servers, all);
    }

    /** Starts the servers and the systems, and stocks them. */
    static Stand open(List<Function<SeparateServers, Peer>> systems) throws Exception {
        Machine.showLoad();
        SeparateServers servers = new SeparateServers();
        servers.start();
        List<Peer> all = new ArrayList<>();
        Stand stand = new Stand(servers, all);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> all.forEach(Peer::close), "services-close"));
        Customers customers = Customers.withTokens();
        for (Function<SeparateServers, Peer> system : systems) {
            Peer peer = system.apply(servers);
            all.add(peer);
            say("starting %s, stocking %,d items …%n", peer.title(), ITEMS);
            peer.start();
            Shop shop = new Shop(peer.addresses());
            for (int item = 0; item < ITEMS; item++) {
                shop.stock("item-" + item, STOCK, "COUNTED");
            }
            stand.peers.put(peer, new Orders(peer, customers, servers.kafkaBootstrapServers()));
        }
        return stand;
    }

    List<Peer> peers() {
        return List.copyOf(peers.keySet());
    }

    Orders orders(Peer peer) {
        Orders orders = peers.get(peer);
        if (orders == null) {
            throw new IllegalArgumentException(peer.title() + " is not here");
        }
        return orders;
    }

    /** Puts one system under load; the others are idle meanwhile. */
    Run run(Peer peer, String title, LoadSpec spec, double best, Duration howLong)
            throws IOException, InterruptedException, SQLException, ExecutionException {
        say("%-18s%-10s", title, peer.title());
        Machine.settleDisk();
        long begin = System.nanoTime();
        Parts.Cost before = parts.soFar(peer);
        Load.Figures figures = spec.run(new Load(orders(peer), ITEMS), best, howLong);
        if (figures.ends().isEmpty()) {
            throw new IllegalStateException("not one order of " + peer.title() + " has ended");
        }
        Parts.Cost cost = parts.soFar(peer).since(before);
        Run run = new Run(figures, cost, (System.nanoTime() - begin) / 1e9);
        say(
                "%6.0f orders/s, p50 %.0f ms, p99 %.0f ms, CPU %.2f ms an order, %s%n",
                figures.perSecond(), figures.times().p50(), figures.times().p99(), run.serversOnly(), figures.ends());
        return run;
    }

    /** Returns what the system costs while nothing is ordered from any. */
    Parts.Cost rest(Peer peer, Duration howLong)
            throws IOException, InterruptedException, SQLException, ExecutionException {
        Parts.Cost before = parts.soFar(peer);
        Thread.sleep(howLong);
        return parts.soFar(peer).since(before);
    }

    /** Prints the books of each system and returns true if all are sound. */
    boolean audit() {
        boolean sound = true;
        for (Peer peer : peers()) {
            Audit audit = Audit.of(servers.postgres(), peer, orders(peer).confirmed(), (long) ITEMS * STOCK);
            say("%s: %s: %s%n", peer.title(), audit, audit.isSound() ? "sound" : "NOT SOUND");
            sound &= audit.isSound();
        }
        return sound;
    }

    @Override
    public void close() throws SQLException {
        peers.values().forEach(Orders::close);
        parts.close();
        peers.keySet().forEach(Peer::close);
        servers.close();
    }
}
