package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.chassis.validation.CustomerId;
import dev.layeredsaga.order.placement.retention.CustomerErasure;
import dev.layeredsaga.order.web.ErrorCode;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Erases customers. Open to operators only, like every path without an access rule. */
@RestController
record CustomerController(CustomerErasure erasure) {

    @DeleteMapping(path = "/customers/{customerId}", produces = "application/json")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void erase(Caller caller, @PathVariable @CustomerId String customerId) {
        long open = erasure.erase(customerId, caller.name());
        if (open > 0) {
            throw new ProblemException(ErrorCode.CUSTOMER_HAS_OPEN_ORDERS).with("open", open);
        }
    }

    /** Does the same for an id that no path can have, such as one with a slash. */
    @DeleteMapping(path = "/customers", produces = "application/json")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void eraseNamed(Caller caller, @RequestParam @CustomerId String customerId) {
        erase(caller, customerId);
    }
}
