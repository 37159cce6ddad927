// JSON of the workbench as values, and the catalogue of laws.

#include <math.h>
#include <string.h>

#include "gateway.h"

// --- arrays ---

enum shape { NUMBERS, BOOLS, TEXTS, OBJECTS, ROWS, MIXED };

static bool is_number(const json_t *json) {
    return json_is_number(json) || json_is_null(json);
}

// Has every one the keys of the first?
static bool has_keys_of(const json_t *json, json_t *first) {
    const char *key;
    json_t *value;
    if (!json_is_object(json) || json_object_size(json) != json_object_size(first)) return false;
    json_object_foreach(first, key, value) {
        if (json_object_get(json, key) == NULL) return false;
    }
    return true;
}

// Numbers in rows of one length.
static bool is_row_like(const json_t *json, const json_t *first) {
    if (!json_is_array(json) || json_array_size(json) != json_array_size(first)) return false;
    for (size_t i = 0; i < json_array_size(json); i++)
        if (!is_number(json_array_get(json, i))) return false;
    return true;
}

static bool is_shaped(const json_t *json, json_t *first, enum shape shape) {
    switch (shape) {
    case NUMBERS:
        return is_number(json);
    case BOOLS:
        return json_is_boolean(json);
    case TEXTS:
        return json_is_string(json);
    case OBJECTS:
        return has_keys_of(json, first);
    case ROWS:
        return is_row_like(json, first);
    case MIXED:
        break;
    }
    return true;
}

static enum shape shape_of(const json_t *array) {
    json_t *first = json_array_get(array, 0);
    bool has_number = false;
    for (size_t i = 0; i < json_array_size(array) && !has_number; i++)
        has_number = json_is_number(json_array_get(array, i));
    enum shape shape = NUMBERS;
    if (!has_number) shape = BOOLS;
    for (; shape < MIXED; shape++) {
        size_t i = 0;
        if (shape == OBJECTS && !json_is_object(first)) continue;
        if (shape == ROWS && (!json_is_array(first) || json_array_size(first) == 0)) continue;
        while (i < json_array_size(array) && is_shaped(json_array_get(array, i), first, shape))
            i++;
        if (i == json_array_size(array)) break;
    }
    return shape;
}

static double number_of(const json_t *json) {
    return json_is_null(json) ? NAN : json_number_value(json);
}

static mxArray *rows_of(const json_t *array, size_t rows) {
    size_t columns = json_array_size(json_array_get(array, 0));
    mxArray *made = mxCreateDoubleMatrix((mwSize)rows, (mwSize)columns, mxREAL);
    double *to = mxGetPr(made);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            to[j * rows + i] = number_of(json_array_get(json_array_get(array, i), j));
    return made;
}

static mxArray *new_struct_of(json_t *object, size_t count) {
    int fields = (int)json_object_size(object), i = 0;
    const char **keys = (const char **)mxCalloc((size_t)fields + 1, sizeof *keys);
    char(*names)[GATE_NAME_MAX] =
        (char(*)[GATE_NAME_MAX])mxCalloc((size_t)fields + 1, GATE_NAME_MAX);
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value) keys[i++] = key;
    gate_field_names(keys, fields, names);
    for (i = 0; i < fields; i++)
        keys[i] = names[i];
    return mxCreateStructMatrix((mwSize)count, 1, fields, keys);
}

static mxArray *structs_of(const json_t *array, size_t count) {
    json_t *first = json_array_get(array, 0);
    mxArray *made = new_struct_of(first, count);
    for (size_t i = 0; i < count; i++) {
        const char *key;
        json_t *value;
        int field = 0;
        json_object_foreach(first, key, value) {
            json_t *entry = json_object_get(json_array_get(array, i), key);
            mxSetFieldByNumber(made, (mwIndex)i, field++, gate_from_json(entry));
        }
    }
    return made;
}

static mxArray *column_of(const json_t *array) {
    size_t count = json_array_size(array);
    if (count == 0) return mxCreateDoubleMatrix(0, 0, mxREAL);
    enum shape shape = shape_of(array);
    mxArray *made;
    if (shape == OBJECTS) return structs_of(array, count);
    if (shape == ROWS) return rows_of(array, count);
    if (shape == NUMBERS) {
        made = mxCreateDoubleMatrix((mwSize)count, 1, mxREAL);
        for (size_t i = 0; i < count; i++)
            mxGetPr(made)[i] = number_of(json_array_get(array, i));
    } else if (shape == BOOLS) {
        made = mxCreateLogicalMatrix((mwSize)count, 1);
        for (size_t i = 0; i < count; i++)
            mxGetLogicals(made)[i] = json_is_true(json_array_get(array, i));
    } else {
        made = mxCreateCellMatrix((mwSize)count, 1);
        for (size_t i = 0; i < count; i++)
            mxSetCell(made, (mwIndex)i, gate_from_json(json_array_get(array, i)));
    }
    return made;
}

static mxArray *struct_of(json_t *object) {
    mxArray *made = new_struct_of(object, 1);
    const char *key;
    json_t *value;
    int field = 0;
    json_object_foreach(object, key, value) {
        mxSetFieldByNumber(made, 0, field++, gate_from_json(value));
    }
    return made;
}

mxArray *gate_from_json(json_t *json) {
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        return struct_of(json);
    case JSON_ARRAY:
        return column_of(json);
    case JSON_STRING:
        return mxCreateString(json_string_value(json));
    case JSON_INTEGER:
    case JSON_REAL:
        return mxCreateDoubleScalar(json_number_value(json));
    case JSON_TRUE:
        return mxCreateLogicalScalar(true);
    case JSON_FALSE:
        return mxCreateLogicalScalar(false);
    case JSON_NULL:
        break;
    }
    return mxCreateDoubleMatrix(0, 0, mxREAL);
}

// --- laws ---

// A list of words stays a cell, however short it is; an open end is infinite.
static mxArray *entry_of(const char *key, json_t *value) {
    bool is_null = json_is_null(value);
    if (is_null && strcmp(key, "low") == 0) return mxCreateDoubleScalar(-INFINITY);
    if (is_null && strcmp(key, "high") == 0) return mxCreateDoubleScalar(INFINITY);
    if (is_null && strcmp(key, "default") == 0) return mxCreateDoubleScalar(NAN);
    if (is_null && strcmp(key, "needs_more") == 0) return mxCreateString("");
    bool is_list =
        is_null ? strcmp(key, "choices") == 0 : json_is_array(value) && json_array_size(value) == 0;
    return is_list ? gate_cell_of(NULL, 0) : gate_from_json(value);
}

// Parameters by their names.
static mxArray *params_of(const json_t *array) {
    enum { FIELD_COUNT = 7 };
    const char *fields[FIELD_COUNT] = {"unit", "doc",      "default", "low",
                                       "high", "required", "choices"};
    const char *names[DP_PARAM_MAX];
    int count = 0;
    for (; count < DP_PARAM_MAX && count < (int)json_array_size(array); count++) {
        const json_t *param = json_array_get(array, (size_t)count);
        names[count] = json_string_value(json_object_get(param, "name"));
    }
    mxArray *made = mxCreateStructMatrix(1, 1, count, names);
    for (int i = 0; i < count; i++) {
        mxArray *one = mxCreateStructMatrix(1, 1, FIELD_COUNT, fields);
        for (int j = 0; j < FIELD_COUNT; j++) {
            json_t *entry = json_object_get(json_array_get(array, (size_t)i), fields[j]);
            mxSetFieldByNumber(one, 0, j, entry_of(fields[j], entry));
        }
        mxSetFieldByNumber(made, 0, i, one);
    }
    return made;
}

static void fill_law(mxArray *laws, mwIndex index, json_t *law) {
    const char *key;
    json_t *value;
    json_object_foreach(law, key, value) {
        bool is_params = strcmp(key, "parameters") == 0;
        const char *name = is_params ? "params" : key;
        if (index == 0) mxAddField(laws, name);
        int field = mxGetFieldNumber(laws, name);
        if (field < 0) continue;
        mxSetFieldByNumber(laws, index, field, is_params ? params_of(value) : entry_of(key, value));
    }
}

// A text of the workbench as JSON; it is given back.
static json_t *take(struct gate_call *call, char *text) {
    json_t *json = text == NULL ? NULL : json_loads(text, JSON_DECODE_ANY, NULL);
    dp_text_free(text);
    if (json == NULL) gate_raise(call, "system", "out of memory");
    return json;
}

int gate_laws(struct gate_call *call) {
    json_t *list = take(call, dp_describe_laws());
    if (list == NULL) return -1;
    size_t count = json_array_size(list);
    call->out[0] = mxCreateStructMatrix((mwSize)count, 1, 0, NULL);
    for (size_t i = 0; i < count; i++)
        fill_law(call->out[0], (mwIndex)i, json_array_get(list, i));
    json_decref(list);
    return 0;
}

int gate_law(struct gate_call *call) {
    const dp_law *law;
    dp_error err = {0};
    const char *name = gate_text(call, gate_next(call), "the name of a law");
    if (name == NULL) return -1;
    if (dp_law_lookup(name, &law, &err) != DP_OK) return gate_fail(call, &err);
    json_t *json = take(call, dp_describe_law(law));
    if (json == NULL) return -1;
    call->out[0] = mxCreateStructMatrix(1, 1, 0, NULL);
    fill_law(call->out[0], 0, json);
    json_decref(json);
    return 0;
}
