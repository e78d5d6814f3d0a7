"use strict";
(() => {
  const banner = () => document.getElementById("connection");
  // as the viewer's clock has it, laid out like the server's times in UTC
  const local = time => new Date(time - time.getTimezoneOffset() * 60000).toISOString().replace("T", " ");
  const clock = () => local(new Date()).slice(11, 19);
  let lostSince = "";

  function say(text) {
    banner().textContent = text;
    banner().hidden = text === "";
  }

  function lost() {
    if (lostSince === "") {
      lostSince = clock();
    }
    say("The orchestrator is not reachable since " + lostSince + ". You see what was last known; what you typed stays here.");
  }

  // the service reads JSON and no forms
  htmx.defineExtension("json", {
    onEvent: (name, event) => {
      if (name === "htmx:configRequest" && event.detail.verb !== "get") {
        event.detail.headers["Content-Type"] = "application/json";
      }
      return true;
    },
    encodeParameters: (xhr, parameters) => {
      const body = {};
      parameters.forEach((value, key) => {
        body[key] = value;
      });
      return JSON.stringify(body);
    },
  });

  document.addEventListener("htmx:configRequest", event => {
    event.detail.headers["X-CSRF-TOKEN"] = document.querySelector("meta[name=csrf]").content;
  });
  document.addEventListener("htmx:responseError", event => {
    const status = event.detail.xhr.status;
    if (status === 401) {
      say("Your session has ended. Sign in again in another tab; what you typed stays here.");
    } else if (status === 403) {
      say("This was refused: you may not do it, or you have signed in again since this page was loaded.");
    } else {
      say("The orchestrator answered with an error (" + status + ") at " + clock() + ".");
    }
  });
  function showLocalTimes() {
    document.querySelectorAll("time:not([title]), [data-time]:not([title])").forEach(element => {
      const utc = element.textContent;
      const time = local(new Date(element.getAttribute("datetime") || element.getAttribute("data-time")));
      const length = utc.length - " UTC".length;
      element.setAttribute("title", utc);
      element.textContent = length === 8 ? time.slice(11, 19) : time.slice(0, length);
    });
  }
  const zone = document.getElementById("zone");
  zone.textContent = Intl.DateTimeFormat().resolvedOptions().timeZone || "local time";
  showLocalTimes();
  document.addEventListener("htmx:afterSwap", showLocalTimes);

  // ids are shown in short, and copied whole
  let said;
  document.addEventListener("click", event => {
    const button = event.target.closest(".copy");
    if (button) {
      const copied = document.getElementById("copied");
      (navigator.clipboard ? navigator.clipboard.writeText(button.value) : Promise.reject()).then(
        () => { copied.textContent = "Copied " + button.value; },
        () => { copied.textContent = "Not copied, as browsers allow it over HTTPS only: " + button.value; });
      clearTimeout(said);
      said = setTimeout(() => { copied.textContent = ""; }, 5000);
    }
  });

  // times to come, counted down by the server's clock
  let ahead = 0;
  document.addEventListener("htmx:afterRequest", event => {
    const date = Date.parse(event.detail.xhr.getResponseHeader("Date"));
    ahead = Number.isNaN(date) ? ahead : date - Date.now();
  });
  function left(element) {
    const seconds = Math.round((Date.parse(element.dateTime) - Date.now() - ahead) / 1000);
    const minutes = Math.floor(seconds / 60);
    return seconds < 0 ? "over" : minutes === 0 ? seconds + " s left" : minutes + " min " + (seconds % 60) + " s left";
  }
  function countDown() {
    document.querySelectorAll("time.countdown").forEach(element => {
      element.dataset.clock = element.dataset.clock || element.textContent;
      element.textContent = element.dataset.clock + " (" + left(element) + ")";
    });
  }
  setInterval(countDown, 1000);
  document.addEventListener("htmx:afterSettle", countDown);

  // a table stays where it was scrolled to when it is replaced
  const scrolled = new Map();
  document.addEventListener("htmx:beforeSwap", () => {
    document.querySelectorAll(".scroll").forEach(part => scrolled.set(part.id, [part.scrollLeft, part.scrollTop]));
  });
  document.addEventListener("htmx:afterSwap", () => {
    document.querySelectorAll(".scroll").forEach(part => {
      [part.scrollLeft, part.scrollTop] = scrolled.get(part.id) ?? [0, 0];
    });
  });
  document.addEventListener("htmx:sendError", lost);
  document.addEventListener("htmx:timeout", lost);
  document.addEventListener("htmx:afterOnLoad", event => {
    if (event.detail.xhr.status < 400) {
      lostSince = "";
      say("");
    }
  });
})();
