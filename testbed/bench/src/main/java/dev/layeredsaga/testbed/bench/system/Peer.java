package dev.layeredsaga.testbed.bench.system;

import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.system.Addresses;
import java.net.URI;
import java.util.List;

/** A system that takes orders at {@code POST /orders} and publishes how they end. */
interface Peer extends AutoCloseable {

    String title();

    /** Returns when every service is ready. */
    void start();

    Addresses addresses();

    /** Returns the addresses that take orders. */
    List<URI> orderServices();

    /** Returns each service's instances: the order service, the inventory, and the one that pays. */
    List<List<ServiceProcess>> services();

    ServiceProcess stub();

    /** Returns the topics that its services write to. */
    List<String> topics();

    /** Returns the topic with the orders' ends. */
    String endsTopic();

    /** Returns the name of the database with the table {@code item}. */
    String inventoryDatabase();

    @Override
    void close();
}
