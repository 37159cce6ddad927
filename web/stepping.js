// dashpot.engine.chain and dashpot.engine.mechanism: runs that go on piece by piece. An object
// keeps memory of the engine until free(). Arrays it returns show that memory: they hold until the
// next call of anything; slice() copies.

"use strict";
(function (root) {
    var dashpot = root.dashpot, inner = dashpot.inner, Refusal = inner.Refusal;
    var engine = dashpot.engine;

    // An object with a handle. `release` frees it; calls after that, or after the engine was
    // started anew, are refused.
    function Handle(release) {
        this.places = [];
        this.release = release;
        this.generation = inner.generation();
        this.isFree = false;
    }

    Handle.prototype = {
        use: function (body) {
            var self = this;
            return inner.guarded(function (call) {
                if (self.isFree) throw new Refusal("it was freed");
                if (self.generation !== inner.generation())
                    throw new Refusal("the engine was started anew since; build it again");
                return body(call);
            });
        },
        free: function () {
            var self = this;
            if (this.isFree) return;
            if (this.generation === inner.generation())
                inner.guarded(function (call) { self.release(call.module); });
            this.isFree = true;
        }
    };

    function view(call, place, count) {
        return place === 0 ? new Float64Array(count)
            : new Float64Array(call.module.HEAPU8.buffer, place, count);
    }

    // --- chains ----------------------------------------------------------------------------------

    var ENDS = ["free", "wall", "driven", "bar"];
    var METHODS = ["verlet", "predictor-corrector", "rk4", "dop853"];
    var STATE = ["time", "step", "kinetic", "potential", "stored", "viscous", "plastic", "released",
        "input", "momentum", "max_force", "max_indentation", "max_force_contact",
        "max_force_time"];

    function choice(list, word, name) {
        var index = list.indexOf(word);
        if (index < 0)
            throw new Refusal(name + " is '" + word + "'; it must be one of " + list.join(", "),
                {key: name});
        return index;
    }

    function setEnd(call, chain, side, end) {
        var times = end.time || [], points = times.length;
        if (points !== (end.velocity || []).length)
            throw new Refusal("the signal of an end needs as many velocities as times");
        var place = call.module._lab_chain_set_end(chain, side, choice(ENDS, end.type, "type"),
            end.impedance || 0, end.glued ? 1 : 0, points);
        if (points > 0 && place === 0) throw new Refusal("out of memory");
        if (points > 0) {
            call.module.HEAPF64.set(times, place / 8);
            call.module.HEAPF64.set(end.velocity, place / 8 + points);
        }
    }

    function fill(call, chain, what, values, count, name) {
        if (values === undefined) return;
        if (values.length !== count)
            throw new Refusal(name + " needs " + count + " entries", {key: name});
        var place = call.module._lab_chain_array(chain, what);
        (what === 3 ? call.module.HEAPU32 : call.module.HEAPF64).set(values,
            place / (what === 3 ? 4 : 8));
    }

    function fillDraft(call, chain, def, contacts) {
        var bodies = def.mass.length, m = call.module;
        contacts.forEach(function (spec, i) {
            inner.withContact(call, spec, 0, function (contact) {
                m._lab_chain_set_law(chain, i, contact);
            });
        });
        fill(call, chain, 0, def.mass, bodies, "mass");
        fill(call, chain, 1, def.velocity, bodies, "velocity");
        fill(call, chain, 2, def.gap, bodies + 1, "gap");
        fill(call, chain, 3, def.contact_of, bodies + 1, "contact_of");
        // the longest stable step is asked for with any step
        [def.gravity || 0, def.preload || 0, def.pushed || 0, def.start_in_equilibrium ? 1 : 0,
            def.step || 1, choice(METHODS, def.method || "verlet", "method"),
            def.skip_resting ? 1 : 0].forEach(function (value, what) {
            m._lab_chain_set_number(chain, what, Number(value));
        });
        if (def.left) setEnd(call, chain, 0, def.left);
        if (def.right) setEnd(call, chain, 1, def.right);
        if (!def.step) {
            var limit = m._lab_chain_step_limit(chain, def.likely_speed || 0, call.err());
            if (!(limit > 0)) throw call.refusal();
            m._lab_chain_set_number(chain, 4, limit * (def.step_share || 0.1));
        }
        call.check(m._lab_chain_build(chain, call.err()));
    }

    function buildDraft(call, def) {
        var contacts = def.contacts || [def.contact];
        if (!def.mass || !contacts[0]) throw new Refusal("a chain needs mass and contact");
        var chain = call.module._lab_chain_draft(def.mass.length, contacts.length);
        if (chain === 0) throw new Refusal("a chain needs 1 to 1048576 bodies, and memory");
        try {
            fillDraft(call, chain, def, contacts);
        } catch (refusal) {
            call.module._lab_chain_free(chain);
            throw refusal;
        }
        return chain;
    }

    function Chain(call, chain, scenario) {
        var handle = new Handle(function (m) {
            m._lab_chain_free(chain);
            if (scenario !== 0) m._lab_scenario_free(scenario);
        });
        var arrays = call.room(8), numbers = call.room(48);
        this.ok = true;
        this.count = call.module._lab_chain_definition(chain, arrays, numbers);
        var values = call.read(numbers, 6);
        this.mass = view(call, call.pointer(arrays), this.count).slice();
        this.gap = view(call, call.pointer(arrays + 4), this.count + 1).slice();
        this.step = values[0];
        this.until = values[1];
        this.method = METHODS[values[2]];
        this.ends = [ENDS[values[4]], ENDS[values[5]]];

        // So many fixed steps on; a chain with adaptive steps goes to a time instead.
        this.advance = function (steps) {
            return handle.use(function (call) {
                call.check(call.module._lab_chain_advance(chain, steps, call.err()));
                return {ok: true};
            });
        };
        this.solve = function (until, rtol) {
            return handle.use(function (call) {
                call.check(call.module._lab_chain_solve(chain, until, rtol || 0, call.err()));
                return {ok: true};
            });
        };
        // {ok, time, step, energies, displacement, velocity (bodies), force, indentation (contacts)}
        this.read = function () {
            return handle.use(function (call) {
                var places = call.room(20), out = call.room(128);
                var n = call.module._lab_chain_state(chain, places, out);
                var values = call.read(out, 16), state = {ok: true};
                STATE.forEach(function (name, i) { state[name] = values[i]; });
                state.end_velocity = [values[14], values[15]];
                state.displacement = view(call, call.pointer(places), n);
                var moved = view(call, call.pointer(places + 4), n);
                if (moved.some(Boolean))
                    state.displacement = state.displacement.map(function (u, i) {
                        return u + moved[i];
                    });
                state.velocity = view(call, call.pointer(places + 8), n);
                state.force = view(call, call.pointer(places + 12), n + 1);
                state.indentation = view(call, call.pointer(places + 16), n + 1);
                return state;
            });
        };
        // Other places or velocities at this time, arrays with an entry per body; what is left out
        // stays. Contacts touch anew: they forget their dents.
        this.move = function (change) {
            var now = this.read(), n = this.count;
            if (!now.ok) return now;
            var places = Float64Array.from(change.displacement || now.displacement);
            var speeds = Float64Array.from(change.velocity || now.velocity);
            return handle.use(function (call) {
                if (places.length !== n || speeds.length !== n)
                    throw new Refusal("displacement and velocity need " + n + " entries");
                call.check(call.module._lab_chain_move(chain, call.doubles(places),
                    call.doubles(speeds), call.err()));
                return {ok: true};
            });
        };
        this.free = function () { handle.free(); };
    }

    // def: the text of a scenario of kind chain, or {mass: [kg], velocity, contact: {law, set} or
    // contacts and contact_of, gap, left, right: {type, time, velocity, impedance, glued}, gravity,
    // preload, pushed, start_in_equilibrium, step [s], method}. Without `step` it is a tenth of the
    // longest stable one.
    engine.chain = function (def, overrides, options) {
        return inner.guarded(function (call) {
            if (typeof def !== "string") return new Chain(call, buildDraft(call, def), 0);
            var scenario = inner.openScenario(call, def, overrides, options);
            var chain = call.module._lab_chain_of_scenario(scenario, call.err());
            if (chain !== 0) return new Chain(call, chain, scenario);
            call.module._lab_scenario_free(scenario);
            throw call.refusal();
        });
    };

    // --- mechanisms ------------------------------------------------------------------------------

    var BODY = ["x", "y", "angle", "vx", "vy", "omega", "ax", "ay", "alpha"];

    function names(call, run, what) {
        var found = [];
        for (var text; (text = call.string(call.module._lab_mechanism_name(run, what,
            found.length))) !== null;) found.push(text);
        return found;
    }

    function Mechanism(call, run, scenario) {
        var handle = new Handle(function (m) {
            m._lab_mechanism_free(run);
            m._lab_scenario_free(scenario);
        });
        var number = call.module._lab_mechanism_number;
        var bodies = names(call, run, 0), channels = names(call, run, 2);
        var units = names(call, run, 3), docs = names(call, run, 4);
        this.ok = true;
        this.bodies = bodies;
        this.pairs = names(call, run, 1).map(function (name, i) {
            return {name: name, gap: number(run, 1, i)};
        });
        this.channels = channels.map(function (name, i) {
            return {name: name, unit: units[i], doc: docs[i]};
        });
        this.until = number(run, 0, 0);
        this.period = number(run, 2, 0);
        this.size = number(run, 3, 0);
        this.mobility = number(run, 4, 0);

        // On to a time [s], or to the end.
        this.advance = function (until) {
            return handle.use(function (call) {
                call.check(call.module._lab_mechanism_advance(run,
                    until === undefined ? Infinity : until, call.err()));
                return {ok: true};
            });
        };
        // {ok, time, is_over, bodies: {crank: {x, y, angle, vx, ...}}}
        this.read = function () {
            return handle.use(function (call) {
                var place = call.module._lab_mechanism_bodies(run), state = Object.create(null);
                bodies.forEach(function (name, i) {
                    var values = call.read(place + 72 * i, 9);
                    state[name] = {};
                    BODY.forEach(function (key, k) { state[name][key] = values[k]; });
                });
                return {ok: true, time: call.module._lab_mechanism_time(run),
                    is_over: call.module._lab_mechanism_is_over(run) === 1, bodies: state};
            });
        };
        // Rows since the last call, for a run with options.every: {ok, time, "pin.force": ...}.
        this.rows = function () {
            return handle.use(function (call) {
                var where = call.room(8), width = channels.length + 1;
                var count = call.module._lab_mechanism_rows(run, where);
                var all = count > 0 ? call.read(call.pointer(where), count * width) : [];
                var table = Object.create(null);
                ["time"].concat(channels).forEach(function (name, c) {
                    table[name] = new Float64Array(count);
                    for (var i = 0; i < count; i++) table[name][i] = all[i * width + c];
                });
                call.module._lab_mechanism_clear(run);
                return {ok: true, count: count, table: table};
            });
        };
        this.free = function () { handle.free(); };
    }

    // The text of a scenario of kind mechanism. options.every [s]: time between rows of all
    // channels, at best much less than a turn.
    engine.mechanism = function (text, overrides, options) {
        return inner.guarded(function (call) {
            var scenario = inner.openScenario(call, text, overrides, options);
            var run = call.module._lab_mechanism_new(scenario, (options && options.every) || 0,
                call.err());
            if (run !== 0) return new Mechanism(call, run, scenario);
            call.module._lab_scenario_free(scenario);
            throw call.refusal();
        });
    };
})(typeof window === "object" ? window : self);
