package dev.layeredsaga.paymentstub.http;

import java.util.List;

/** A group of HTTP endpoints. */
interface Api {

    List<Route> routes();
}
