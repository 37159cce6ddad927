// A recursive descent parser that computes as it reads.

#include "reproduce/expression.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 96, DEPTH_MAX = 64 };

struct parser {
    const char *at, *text;
    expression_lookup lookup;
    void *user;
    char *diagnostic;
    size_t size;
    bool failed;
    int depth;
};

static double fail(struct parser *parser, const char *what, const char *which) {
    if (!parser->failed)
        snprintf(parser->diagnostic, parser->size, "'%s': %s%s", parser->text, what, which);
    parser->failed = true;
    parser->at = "";
    return NAN;
}

static char next(struct parser *parser) {
    parser->at += strspn(parser->at, " \n");
    return *parser->at;
}

static bool take(struct parser *parser, char sign) {
    if (next(parser) != sign) return false;
    parser->at++;
    return true;
}

static double comparison(struct parser *parser);

static double call(struct parser *parser, const char *name) {
    double first = comparison(parser);
    double second = take(parser, ',') ? comparison(parser) : NAN;
    if (!take(parser, ')')) return fail(parser, "a bracket is not closed", "");
    if (strcmp(name, "sqrt") == 0) return sqrt(first);
    if (strcmp(name, "abs") == 0) return fabs(first);
    if (strcmp(name, "exp") == 0) return exp(first);
    if (strcmp(name, "ln") == 0) return log(first);
    if (strcmp(name, "atan") == 0) return atan(first);
    if (strcmp(name, "min") == 0) return first < second ? first : second;
    if (strcmp(name, "max") == 0) return first > second ? first : second;
    return fail(parser, "there is no function ", name);
}

static double name_or_call(struct parser *parser) {
    char name[NAME_MAX_LENGTH + 1];
    size_t length = 0;
    while (isalnum((unsigned char)parser->at[length]) || parser->at[length] == '_' ||
           parser->at[length] == '.')
        length++;
    if (length == 0 || length > NAME_MAX_LENGTH)
        return fail(parser, "a number or a name is missing before ", parser->at);
    memcpy(name, parser->at, length);
    name[length] = '\0';
    parser->at += length;
    if (take(parser, '(')) return call(parser, name);

    double value;
    if (!parser->lookup(parser->user, name, &value))
        return fail(parser, "the run has no number ", name);
    return value;
}

static double atom(struct parser *parser) {
    char sign = next(parser);
    if (sign == '(') {
        parser->at++;
        double value = comparison(parser);
        return take(parser, ')') ? value : fail(parser, "a bracket is not closed", "");
    }
    if (isdigit((unsigned char)sign) || sign == '.') {
        char *end;
        double value = strtod(parser->at, &end);
        parser->at = end;
        return value;
    }
    return name_or_call(parser);
}

static double signed_power(struct parser *parser) {
    if (++parser->depth > DEPTH_MAX) return fail(parser, "nested too deeply", "");
    double value;
    if (take(parser, '-')) {
        value = -signed_power(parser);
    } else {
        value = atom(parser);
        if (take(parser, '^')) value = pow(value, signed_power(parser));
    }
    parser->depth--;
    return value;
}

static double product(struct parser *parser) {
    double value = signed_power(parser);
    for (;;) {
        if (take(parser, '*'))
            value *= signed_power(parser);
        else if (take(parser, '/'))
            value /= signed_power(parser);
        else
            return value;
    }
}

static double sum(struct parser *parser) {
    double value = product(parser);
    for (;;) {
        if (take(parser, '+'))
            value += product(parser);
        else if (take(parser, '-'))
            value -= product(parser);
        else
            return value;
    }
}

static double comparison(struct parser *parser) {
    double value = sum(parser);
    if (take(parser, '<')) return value < sum(parser);
    if (take(parser, '>')) return value > sum(parser);
    if (take(parser, '=')) return value == sum(parser);
    return value;
}

bool expression_value(const char *text, expression_lookup lookup, void *user, double *value,
                      char *diagnostic, size_t size) {
    struct parser parser = {.at = text,
                            .text = text,
                            .lookup = lookup,
                            .user = user,
                            .diagnostic = diagnostic,
                            .size = size};
    *value = comparison(&parser);
    if (next(&parser) != '\0') fail(&parser, "cannot read from here on: ", parser.at);
    return !parser.failed;
}
