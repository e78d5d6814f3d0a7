package dev.layeredsaga.testbed.infrastructure;

import java.util.List;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;

/**
 * A server in a container. Its port on the host is chosen beforehand, because a port chosen by Docker would change with each
 * start of the container.
 */
abstract class DockerServer implements Server {

    private static final int GRACE_SECONDS = 3;

    private final GenericContainer<?> container;
    private final int port = Loopback.freePort();

    DockerServer(GenericContainer<?> container, int portInside) {
        this.container = container;
        container.setPortBindings(List.of("%s:%d:%d".formatted(Loopback.HOST, port, portInside)));
    }

    /** Returns true if the server in the container answers. */
    abstract boolean isReady();

    @Override
    public final int port() {
        return port;
    }

    @Override
    public final String host() {
        return container.getHost();
    }

    @Override
    public final synchronized void start() {
        if (container.getContainerId() == null) {
            create();
        } else if (!container.isRunning()) {
            container
                    .getDockerClient()
                    .startContainerCmd(container.getContainerId())
                    .exec();
        }
        Readiness.await(this, this::isReady);
    }

    @Override
    public final synchronized void stop() {
        if (container.isRunning()) {
            container
                    .getDockerClient()
                    .stopContainerCmd(container.getContainerId())
                    .withTimeout(GRACE_SECONDS)
                    .exec();
        }
    }

    final synchronized void remove() {
        container.stop();
    }

    private void create() {
        try {
            container.start();
        } catch (ContainerLaunchException | ContainerFetchException e) {
            throw new ServerStartException(name(), String.valueOf(e.getMessage()), e);
        }
    }
}
