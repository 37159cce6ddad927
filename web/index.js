// The first page: which engine this is.

"use strict";
dashpot.engine.ready(function (engine) {
    var laws = engine.failure === null ? engine.laws() : [];
    document.getElementById("status").textContent = engine.failure === null
        ? "Dashpot " + engine.version + ": " + laws.length + " contact laws, " +
            engine.frictions().length + " friction laws."
        : "This browser cannot run the engine: " + engine.failure;
});
