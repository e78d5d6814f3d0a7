package dev.layeredsaga.console;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;

/** The page for an address of the console that has no other. */
@ConsoleController
class NoPageController {

    private final Pages pages;

    NoPageController(Pages pages) {
        this.pages = pages;
    }

    /** Leaves out the assets, because their handler comes after all controllers. */
    @GetMapping({"/console/", "/console/{page:(?!assets$).+}/**"})
    ResponseEntity<String> nothing() {
        return pages.page(
                HttpStatus.NOT_FOUND,
                "console/message.jte",
                new Message("No such page", "There is no page at this address.", "/console", "To the first screen"));
    }
}
