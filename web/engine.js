// dashpot.engine: laws, impacts and scenarios in the browser. Every call returns data; what went
// wrong is {ok: false, text, diagnostics}. Numbers are SI; texts may carry units ("110 GPa").

"use strict";
(function (root) {
    var dashpot = root.dashpot, inner = dashpot.inner, Refusal = inner.Refusal;
    var guarded = inner.guarded;
    var engine = {version: null, failure: null};
    var waiting = [];

    // --- ready -----------------------------------------------------------------------------------

    // fn(engine) is called once the engine can be used; at once where it can already. Where the
    // browser cannot run it, engine.failure says why, and fn is called as well.
    engine.ready = function (fn) {
        if (waiting === null) fn(engine);
        else waiting.push(fn);
    };

    function tell() {
        var list = waiting;
        waiting = null;
        list.forEach(function (fn) { fn(engine); });
    }

    // --- catalogues ------------------------------------------------------------------------------

    function describe(what) {
        return guarded(function (call) {
            var place = call.module._lab_describe(what);
            if (place === 0) throw new Refusal("out of memory");
            call.taken.push(place);
            return JSON.parse(call.string(place));
        });
    }

    // As `dashpot laws --json`, the friction laws, the units, the JSON Schema of scenarios.
    engine.laws = function () { return describe(0); };
    engine.frictions = function () { return describe(1); };
    engine.units = function () { return describe(2); };
    engine.schema = function () { return describe(3); };

    // {unit: "mm", scale: 1e3} for 0.0095 m: what to multiply by, and the unit that it gives.
    engine.prefix = function (value, unit) {
        return guarded(function (call) {
            var text = call.room(32);
            var divisor = call.module._lab_prefix(value, call.text(unit), text);
            return {ok: true, unit: call.string(text), scale: 1 / divisor};
        });
    };

    // A text with a unit, "9.5 mm", in SI: {ok, value}.
    engine.quantity = function (text, unit, name) {
        return guarded(function (call) {
            var value = call.module._lab_quantity(call.text(name || "value"), call.text(text),
                call.text(unit), call.err());
            call.check(call.module._lab_error_status(call.err()));
            return {ok: true, value: value};
        });
    };

    // --- contacts --------------------------------------------------------------------------------

    var FILL_IN = 1, DEFINITION_ONLY = 2;

    function settingsOf(set) {
        return Object.keys(set || {}).filter(function (key) {
            return set[key] !== null && set[key] !== undefined && set[key] !== "";
        }).map(function (key) {
            if (!/^[A-Za-z0-9_.-]+$/.test(key))
                throw new Refusal("'" + key + "' is no name of a parameter", {key: key});
            return key + "=" + set[key];
        });
    }

    // Hands a contact to use(handle) and frees it. spec: {law, set: {key: value}, fill, mass}; with
    // `fill` an ordinary impact of a steel ball stands for what is left open.
    function withContact(call, spec, flags, use) {
        var set = Object.assign({}, spec.set);
        if (spec.mass !== undefined && set.mass === undefined) set.mass = spec.mass;
        var words = settingsOf(set);
        var contact = call.module._lab_contact_new(call.text(spec.law), call.words(words),
            words.length, flags | (spec.fill ? FILL_IN : 0), call.err());
        if (contact === 0) throw call.refusal();
        try {
            return use(contact);
        } finally {
            call.module._lab_contact_free(contact);
        }
    }

    function numberOf(value, otherwise, name) {
        var chosen = value !== undefined && value !== null ? Number(value) : otherwise;
        if (!isFinite(chosen)) throw new Refusal(name + " must be given as a number", {key: name});
        return chosen;
    }

    function massOf(call, contact, spec) {
        return numberOf(spec.mass, call.module._lab_contact_pair(contact, call.text("mass")),
            "mass");
    }

    function speedOf(call, contact, spec) {
        return numberOf(spec.speed, call.module._lab_contact_speed(contact), "speed");
    }

    function breaches(call, contact, indentation, speed, delivered, hasFlowed) {
        var size = 8192, text = call.room(size);
        call.module._lab_breaches(contact, indentation, speed, delivered, hasFlowed ? 1 : 0, text,
            size);
        return call.string(text).split("\n").filter(Boolean);
    }

    function columns(call, place, count, names) {
        var table = {};
        names.forEach(function (name, i) { table[name] = call.read(place + 8 * i * count, count); });
        return table;
    }

    var RESPONSE = ["force", "spring", "damper", "plastic", "dforce_ddelta", "dforce_drate",
        "stored"];

    // Forces at states; rates may be one number. Every state is that of a virgin contact which was
    // touched with set.approach or spec.speed; with path: true one contact goes from state to state.
    engine.force = function (spec, deltas, rates) {
        return guarded(function (call) {
            var count = deltas.length, states = new Float64Array(2 * count);
            if (typeof rates !== "number" && rates.length !== count)
                throw new Refusal("there must be as many rates as indentations");
            states.set(deltas);
            if (typeof rates === "number") states.fill(rates, count);
            else states.set(rates, count);
            return withContact(call, spec, 0, function (contact) {
                var speed = numberOf(spec.speed, call.module._lab_contact_speed(contact) || 1, "speed");
                var out = call.room(8 * 7 * count), deepest = 0;
                call.check(call.module._lab_forces(contact, spec.path ? 1 : 0, speed, count,
                    call.doubles(states), out, call.err()));
                for (var i = 0; i < count; i++) deepest = Math.max(deepest, deltas[i]);
                return Object.assign({ok: true, limit: call.module._lab_contact_limit(contact),
                    notes: breaches(call, contact, deepest, NaN, NaN, false)},
                    columns(call, out, count, RESPONSE));
            });
        });
    };

    var IMPACT = ["restitution", "separation_speed", "max_indentation", "time_of_max_indentation",
        "max_force", "duration", "separation_time", "residual_indentation", "tension_seen",
        "is_closed_form", "viscous", "plastic", "energy_error", "steps"];
    var MOTION = ["time", "indentation", "rate", "force", "kinetic", "stored", "viscous", "plastic"];
    var ROWS_MAX = 100000;

    function motionOf(table, rows) {
        var motion = {};
        MOTION.forEach(function (name, k) {
            motion[name] = new Float64Array(rows);
            for (var i = 0; i < rows; i++) motion[name][i] = table[8 * i + k];
        });
        return motion;
    }

    // One impact; {law, set, mass, speed}. With `rows` its motion as columns, integrated as
    // `dashpot force --loop` does; path "integrated" integrates where there is a closed form.
    engine.impact = function (spec) {
        return guarded(function (call) {
            return withContact(call, spec, 0, function (contact) {
                var rows = Math.min(Math.max(spec.rows | 0, 0), ROWS_MAX);
                var out = call.room(8 * 16), table = call.room(64 * (rows + 2));
                var mass = massOf(call, contact, spec), speed = speedOf(call, contact, spec);
                call.check(call.module._lab_impact(contact, mass, speed,
                    spec.path === "integrated" ? 2 : 0, rows, out, table, call.err()));
                var values = call.read(out, 15), result = {ok: true, mass: mass, speed: speed};
                IMPACT.forEach(function (name, i) { result[name] = values[i]; });
                result.tension_seen = result.tension_seen === 1;
                result.is_closed_form = result.is_closed_form === 1;
                result.notes = breaches(call, contact, result.max_indentation, speed,
                    result.restitution, result.plastic > 0);
                if (rows > 1) result.motion = motionOf(call.read(table, 8 * values[14]), values[14]);
                return result;
            });
        });
    };

    // Many impacts: spec.speeds, and spec.masses or spec.mass. NaN where one has no end.
    engine.impacts = function (spec) {
        return guarded(function (call) {
            return withContact(call, spec, 0, function (contact) {
                var speeds = Float64Array.from(spec.speeds), count = speeds.length;
                var masses = spec.masses ? Float64Array.from(spec.masses)
                    : new Float64Array(count).fill(massOf(call, contact, spec));
                if (masses.length !== count)
                    throw new Refusal("there must be as many masses as speeds", {key: "masses"});
                var out = call.room(24 * count);
                call.check(call.module._lab_impacts(contact, count, call.doubles(masses),
                    call.doubles(speeds), spec.rtol || 0, out, call.err()));
                return Object.assign({ok: true, speed: speeds}, columns(call, out, count,
                    ["restitution", "max_indentation", "duration"]));
            });
        });
    };

    function requestedOfTables(call) {
        var list = [];
        for (var e; (e = call.module._lab_requested(list.length)) > 0;) list.push(e);
        return list;
    }

    function deliver(spec, at, overSpeed) {
        return guarded(function (call) {
            return withContact(call, spec, DEFINITION_ONLY, function (contact) {
                var list = Float64Array.from(at || requestedOfTables(call)), count = list.length;
                var out = call.room(16 * count), result = {ok: true};
                var speed = overSpeed ? NaN : speedOf(call, contact, spec);
                call.check(call.module._lab_deliver(contact, massOf(call, contact, spec), speed,
                    overSpeed ? 1 : 0, count, call.doubles(list), out, call.err()));
                result[overSpeed ? "speed" : "requested"] = list;
                result.delivered = call.read(out, count);
                result.is_closed_form = Array.from(call.read(out + 8 * count, count), Boolean);
                result.failure = call.string(call.module._lab_error_text(call.err()));
                return result;
            });
        });
    }

    // What a law delivers for requested restitutions (those of docs/choosing.md when left out), or
    // over speeds. NaN where it delivers none; `failure` says why.
    engine.restitution = function (spec, requested) { return deliver(spec, requested, false); };
    engine.restitutionOverSpeed = function (spec, speeds) { return deliver(spec, speeds, true); };

    // The value of the law's own parameter that delivers `wanted`: {value, delivered, lowest,
    // highest}.
    engine.tune = function (spec, wanted) {
        return guarded(function (call) {
            return withContact(call, spec, DEFINITION_ONLY, function (contact) {
                var out = call.room(32);
                call.check(call.module._lab_tune(contact, massOf(call, contact, spec),
                    speedOf(call, contact, spec), wanted, out, call.err()));
                var values = call.read(out, 4);
                return {ok: true, value: values[0], delivered: values[1], lowest: values[2],
                    highest: values[3]};
            });
        });
    };

    dashpot.engine = engine;
    inner.withContact = withContact;
    inner.load(function () {
        engine.version = guarded(function (call) {
            return call.string(call.module._lab_version());
        });
        tell();
    }, function (reason) {
        engine.failure = String(reason && reason.message || reason);
        tell();
    });
})(typeof window === "object" ? window : self);
