// The module of the engine: loaded once, started again where it broke, and memory of its calls.
// tools/lab.sh puts this after the bytes of the module (dashpot.engineBytes) and the script that
// emscripten wrote (dashpotModule).

"use strict";
(function (root) {
    var dashpot = root.dashpot || {};
    root.dashpot = dashpot;

    var encoder = new TextEncoder(), decoder = new TextDecoder();
    var compiled = null;  // WebAssembly.Module
    var module = null;    // what emscripten made of it; null: not ready
    var generation = 0;   // handles of an earlier one are void

    // What a call cannot do, as data.
    function Refusal(text, more) {
        this.text = text;
        this.more = more || {};
    }

    function bytesOf(base64) {
        var text = atob(base64), bytes = new Uint8Array(text.length);
        for (var i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
        return bytes;
    }

    function begin(made) {
        module = made;
        generation++;
    }

    function load(done, failed) {
        var made = {};
        // a worker gets the module that the page has compiled
        (dashpot.engineModule ? Promise.resolve(dashpot.engineModule)
            : WebAssembly.compile(bytesOf(dashpot.engineBytes))).then(function (ready) {
            compiled = dashpot.engineModule = ready;
            delete dashpot.engineBytes;
            made.instantiateWasm = function (imports, receive) {
                WebAssembly.instantiate(compiled, imports).then(receive, failed);
                return {};
            };
            return root.dashpotModule(made);
        }).then(function () {
            begin(made);
            done();
        }).catch(failed);
    }

    // After a trap nothing inside can be trusted. The module is compiled already, so that this takes
    // a millisecond and needs no promise.
    function restart() {
        var made = {
            instantiateWasm: function (imports, receive) {
                var instance = new WebAssembly.Instance(compiled, imports);
                receive(instance);
                return instance.exports;
            }
        };
        module = null;
        root.dashpotModule(made);
        begin(made);
    }

    // --- one call --------------------------------------------------------------------------------

    // Memory that a call takes and gives back at its end, whatever happens.
    function Call() {
        this.taken = [];
        this.module = module;
        this.error = 0;
    }

    Call.prototype = {
        room: function (bytes) {
            var place = this.module._malloc(Math.max(bytes, 8));
            if (place === 0) throw new Refusal("out of memory");
            this.taken.push(place);
            return place;
        },
        // Words one after the other, each with its end.
        words: function (list) {
            // a zero inside would end one
            var bytes = encoder.encode(list.map(function (word) {
                return String(word).replace(/\0/g, "\uFFFD");
            }).join("\0"));
            var place = this.room(bytes.length + 1);
            this.module.HEAPU8.set(bytes, place);
            this.module.HEAPU8[place + bytes.length] = 0;
            return place;
        },
        text: function (text) {
            return this.words([text]);
        },
        doubles: function (values) {
            var place = this.room(8 * values.length);
            this.module.HEAPF64.set(values, place / 8);
            return place;
        },
        // A copy of numbers.
        read: function (place, count) {
            return this.module.HEAPF64.slice(place / 8, place / 8 + count);
        },
        pointer: function (place) {
            return this.module.HEAPU32[place / 4];
        },
        // A text at an address; null at 0.
        string: function (place) {
            if (place === 0) return null;
            var heap = this.module.HEAPU8, end = place;
            while (heap[end] !== 0) end++;
            return decoder.decode(heap.subarray(place, end));
        },
        err: function () {
            if (this.error === 0) {
                this.error = this.module._lab_error_new();
                if (this.error === 0) throw new Refusal("out of memory");
                this.taken.push(this.error);
            }
            return this.error;
        },
        // What the last call said that got err().
        refusal: function () {
            var name = this.string(this.module._lab_error_name(this.err()));
            return new Refusal(this.string(this.module._lab_error_text(this.err())) ||
                "the engine gave no reason", name ? {key: name} : {});
        },
        check: function (status) {
            if (status !== 0) throw this.refusal();
        },
        end: function () {
            for (var i = 0; i < this.taken.length; i++) this.module._free(this.taken[i]);
        }
    };

    function problem(text, more) {
        return {ok: false, text: text, diagnostics: [Object.assign({line: null, key: null,
            text: text}, more)]};
    }

    // Runs body(call) and returns what it returns. A refusal becomes data, and so does a trap.
    function guarded(body) {
        if (module === null) return problem("the engine is not ready yet");
        var call = new Call();
        try {
            var result = body(call);
            call.end();
            return result;
        } catch (thrown) {
            if (thrown instanceof Refusal) {
                call.end();
                return problem(thrown.text, thrown.more);
            }
            if (!(thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError)) {
                call.end();
                return problem("the call makes no sense: " + thrown.message);
            }
            restart();
            return problem("the engine broke off and was started anew: " + thrown.message);
        }
    }

    dashpot.inner = {
        Refusal: Refusal,
        guarded: guarded,
        load: load,
        generation: function () { return generation; },
        // Bytes that calls took and have not given back.
        memory: function () { return module === null ? 0 : module._lab_memory_used(); }
    };
})(typeof window === "object" ? window : self);
