package dev.layeredsaga.paymentstub.http;

import java.util.List;

/** A part of the HTTP interface. */
interface Api {

    List<Route> routes();
}
