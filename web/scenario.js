// dashpot.engine.run: a scenario in, results out.

"use strict";
(function (root) {
    var dashpot = root.dashpot, inner = dashpot.inner, Refusal = inner.Refusal;
    var engine = dashpot.engine;
    var WORDS_MAX = 64;

    // "scenario:12: sentence" to a line; the key is known of the first.
    function diagnosticsOf(text, line, key) {
        var list = (text || "").split("\n").filter(Boolean).map(function (entry) {
            var match = /^(?:scenario)(?::(\d+))?: (.*)$/.exec(entry);
            return match ? {line: match[1] ? Number(match[1]) : null, key: null, text: match[2]}
                : {line: null, key: null, text: entry};
        });
        if (list.length > 0) {
            list[0].key = key || null;
            if (list[0].line === null && line > 0) list[0].line = line;
        }
        return list;
    }

    // Loads a scenario; its handle is freed by whoever asked. options: {max_time [s], max_memory
    // [B], allow_unphysical}.
    function open(call, text, overrides, options) {
        var words = [];
        Object.keys(overrides || {}).forEach(function (path) {
            words.push(path, String(overrides[path]));
        });
        var limits = Object.assign({max_time: 20, max_memory: 1e9}, options);
        var handle = call.module._lab_scenario_new(call.text(text), call.words(words),
            words.length / 2, limits.max_time, limits.max_memory, limits.allow_unphysical ? 1 : 0);
        if (handle === 0) throw new Refusal("out of memory");
        return handle;
    }

    function statusOf(call, handle) {
        var m = call.module, status = m._lab_scenario_status(handle);
        var text = call.string(m._lab_scenario_problem(handle, 0));
        return {
            ok: status === 0, status: status, text: text,
            diagnostics: diagnosticsOf(text, m._lab_scenario_line(handle),
                call.string(m._lab_scenario_problem(handle, 1)))
        };
    }

    function list(read) {
        var items = [];
        for (var item; (item = read(items.length)) !== null;) items.push(item);
        return items;
    }

    function headlines(call, handle) {
        var texts = call.room(12), value = call.room(8);
        return list(function (i) {
            if (!call.module._lab_result_headline(handle, i, texts, value)) return null;
            return {name: call.string(call.pointer(texts)),
                unit: call.string(call.pointer(texts + 4)),
                part: call.string(call.pointer(texts + 8)), value: call.read(value, 1)[0]};
        });
    }

    function wordsOf(call, handle, table, column) {
        return list(function (i) {
            return i < WORDS_MAX
                ? call.string(call.module._lab_result_word(handle, table, column, i)) : null;
        });
    }

    // Adds one table to result.tables, result.units and result.words; false past the end.
    function addTable(call, handle, index, result) {
        var places = call.room(24), m = call.module;
        var rows = m._lab_result_table(handle, index, places, places + 4, places + 8);
        if (rows < 0) return false;
        var name = call.string(call.pointer(places)), values = call.pointer(places + 4);
        var width = call.pointer(places + 8);
        var table = Object.create(null), units = Object.create(null), words = Object.create(null);
        for (var c = 0; c < width; c++) {
            var key = call.string(m._lab_result_column(handle, index, c, places + 12));
            var column = new Float64Array(rows), heap = m.HEAPF64;
            for (var i = 0; i < rows; i++) column[i] = heap[values / 8 + i * width + c];
            table[key] = column;
            units[key] = call.string(call.pointer(places + 12));
            var known = wordsOf(call, handle, index, c);
            if (known.length > 0) words[key] = known;
        }
        result.tables[name] = table;
        result.units[name] = units;
        result.words[name] = words;
        return true;
    }

    // --- plots as dashpot.plot takes them --------------------------------------------------------

    function largest(columns) {
        return columns.reduce(function (most, column) {
            return column.reduce(function (so_far, value) {
                return isFinite(value) ? Math.max(so_far, Math.abs(value)) : so_far;
            }, most);
        }, 0);
    }

    function axisOf(name, unit, columns) {
        var axis = {label: name, scale: 1};
        if (unit && unit !== "1") {
            var shown = engine.prefix(largest(columns) || 1, unit);
            if (shown.ok) {
                axis.scale = shown.scale;
                axis.label = name + " [" + shown.unit + "]";
            }
        }
        if (name === "time") axis.axis = "time";
        return axis;
    }

    function plotOf(picture, result) {
        var table = result.tables[picture.table], units = result.units[picture.table];
        if (!table || !table[picture.x]) return null;
        var names = picture.y.filter(function (name) { return table[name]; });
        var columns = names.map(function (name) { return table[name]; });
        if (names.length === 0) return null;
        var plot = {
            name: picture.name, title: picture.title, caption: picture.caption, style: "lines",
            x: axisOf(picture.x, units[picture.x], [table[picture.x]]),
            y: axisOf(names.length === 1 ? names[0] : "", units[names[0]], columns),
            curves: names.map(function (name, i) {
                return {name: name, x: table[picture.x], y: columns[i]};
            })
        };
        plot.y.label = plot.y.label.trim();
        return plot;
    }

    function pictures(call, handle) {
        var texts = call.room(4 * 17);
        return list(function (i) {
            call.module.HEAPU8.fill(0, texts, texts + 68);
            if (!call.module._lab_result_picture(handle, i, texts)) return null;
            var all = [];
            for (var k = 0; k < 17; k++) all.push(call.string(call.pointer(texts + 4 * k)));
            return {name: all[0], title: all[1], caption: all[2], table: all[3], x: all[4],
                y: all.slice(5).filter(Boolean)};
        });
    }

    function take(call, handle, result) {
        var m = call.module;
        result.kind = call.string(m._lab_scenario_kind(handle));
        result.title = call.string(m._lab_result_text(handle, 1, 0));
        result.summary = JSON.parse(call.string(m._lab_result_text(handle, 0, 0)));
        result.notes = list(function (i) {
            return call.string(m._lab_result_text(handle, 2, i));
        });
        result.headlines = headlines(call, handle);
        for (var i = 0; addTable(call, handle, i, result);) i++;
        result.plots = pictures(call, handle).map(function (picture) {
            return plotOf(picture, result);
        }).filter(Boolean);
    }

    // Runs a scenario. overrides: {"impact.contact.law": "hertz"}, as --set. A run that broke off
    // has ok: false and what was recorded before.
    engine.run = function (text, overrides, options) {
        return inner.guarded(function (call) {
            var handle = open(call, text, overrides, options);
            try {
                call.module._lab_scenario_run(handle, options && options.series === false ? 0 : 1);
                var result = Object.assign(statusOf(call, handle), {kind: null, title: null,
                    summary: null, notes: [], headlines: [], tables: Object.create(null),
                    units: Object.create(null), words: Object.create(null), plots: []});
                if (call.module._lab_scenario_has_result(handle)) take(call, handle, result);
                return result;
            } finally {
                call.module._lab_scenario_free(handle);
            }
        });
    };

    // Could it run? {ok, kind, diagnostics}; nothing is computed.
    engine.check = function (text, overrides, options) {
        return inner.guarded(function (call) {
            var handle = open(call, text, overrides, options);
            try {
                return Object.assign(statusOf(call, handle),
                    {kind: call.string(call.module._lab_scenario_kind(handle))});
            } finally {
                call.module._lab_scenario_free(handle);
            }
        });
    };

    inner.openScenario = function (call, text, overrides, options) {
        var handle = open(call, text, overrides, options), status = statusOf(call, handle);
        if (status.ok) return handle;
        call.module._lab_scenario_free(handle);
        var first = status.diagnostics[0] || {};
        throw new Refusal(status.text, {line: first.line, key: first.key, text: first.text});
    };
})(typeof window === "object" ? window : self);
