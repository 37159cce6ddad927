// Tests for src/laws/registry.c and the texts of src/base/error.c: names, metadata, suggestions.

#include "check.h"

#include "dashpot/law.h"
#include "dashpot/words.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

// The catalogue of the spec, in its order, with its aliases.
static const struct {
    const char *name, *alias[2];
} catalogue[] = {
    {"hertz", {NULL}},
    {"kelvin-voigt", {NULL}},
    {"anagnostopoulos", {NULL}},
    {"hunt-crossley", {"marhefka-orin"}},
    {"herbert-mcwhannell", {NULL}},
    {"lee-wang", {NULL}},
    {"lankarani-nikravesh", {"hertz-damp"}},
    {"gonthier", {NULL}},
    {"zhiying-qishao", {NULL}},
    {"flores", {NULL}},
    {"gharib-hurmuzlu", {NULL}},
    {"hu-guo", {NULL}},
    {"carvalho-martins", {NULL}},
    {"zhang-2020", {NULL}},
    {"safaeifar-farshidianfar", {NULL}},
    {"wang-elastic", {NULL}},
    {"exact-restitution", {"zhang-sharf", "gonthier-exact"}},
    {"ye-kelvin", {NULL}},
    {"pant-wijeyewickrema", {NULL}},
    {"mahmoud-jankowski", {NULL}},
    {"tsuji", {"edem"}},
    {"kuwabara-kono", {"brilliantov"}},
    {"ristow", {NULL}},
    {"lee-herrmann", {NULL}},
    {"jankowski", {NULL}},
    {"schwager-poschel", {"bordbar-hyppanen"}},
    {"azad-featherstone", {NULL}},
    {"power", {NULL}},
    {"poursina-nikravesh", {NULL}},
    {"ma-liu", {NULL}},
    {"thornton", {NULL}},
    {"walton-braun", {NULL}},
    {"jackson-green", {NULL}},
    {"ghaednia", {NULL}},
    {"kogut-etsion", {NULL}},
    {"chang-etsion-bogy", {"ceb"}},
    {"zhao-maietta-chang", {"zmc"}},
    {"wang-dashpot", {NULL}},
    {"wang-kelvin-voigt", {NULL}},
    {"peng", {NULL}},
    {"bai-zhao", {NULL}},
    {"liu-winkler", {NULL}},
    {"johnson-cylinder", {NULL}},
    {"pereira", {NULL}},
    {"lankarani-cylinder", {NULL}},
    {"radzimovsky", {NULL}},
    {"adams-impact", {NULL}},
};

static void the_catalogue_is_that_of_the_spec_in_its_order(void **state) {
    (void)state;
    // laws may be added between or after; those of the spec keep their order
    assert_true(dp_law_count() >= (int)COUNT(catalogue));
    for (int i = 0, at = -1; i < (int)COUNT(catalogue); i++) {
        const dp_law *law = NULL;
        while (law == NULL || strcmp(law->name, catalogue[i].name) != 0) {
            law = dp_law_at(++at);
            if (law == NULL) fail_msg("%s is missing or out of order", catalogue[i].name);
        }
        assert_ptr_equal(dp_law_find(catalogue[i].name), law);
        static const char *const none[] = {NULL};
        const char *const *alias = law->aliases == NULL ? none : law->aliases;
        for (int j = 0; j < 2 && catalogue[i].alias[j] != NULL; j++, alias++) {
            assert_non_null(*alias);
            assert_string_equal(*alias, catalogue[i].alias[j]);
            assert_ptr_equal(dp_law_find(*alias), law);
        }
        assert_null(*alias);  // and no more
    }
}

static void there_is_no_law_before_the_first_and_after_the_last(void **state) {
    (void)state;
    assert_null(dp_law_at(-1));
    assert_null(dp_law_at(dp_law_count()));
    assert_null(dp_law_at(1 << 30));
    assert_non_null(dp_law_at(0));
    assert_non_null(dp_law_at(dp_law_count() - 1));
}

// Every name and alias of the catalogue; returns how many.
static int all_names(const char *out[128]) {
    int count = 0;
    for (int i = 0; i < dp_law_count(); i++) {
        out[count++] = dp_law_at(i)->name;
        const char *const *alias = dp_law_at(i)->aliases;
        while (alias != NULL && *alias != NULL)
            out[count++] = *alias++;
    }
    return count;
}

static void names_and_aliases_are_plain_words_and_all_different(void **state) {
    (void)state;
    const char *names[128];
    int count = all_names(names);
    assert_true(count >= (int)COUNT(catalogue) + 7);
    for (int i = 0; i < count; i++) {
        assert_int_equal(strspn(names[i], "abcdefghijklmnopqrstuvwxyz0123456789-"),
                         strlen(names[i]));
        for (int j = 0; j < i; j++)
            assert_string_not_equal(names[i], names[j]);
    }
}

static void a_name_is_found_whole_or_not_at_all(void **state) {
    (void)state;
    assert_null(dp_law_find(""));
    assert_null(dp_law_find("hert"));
    assert_null(dp_law_find("hertz "));
    assert_null(dp_law_find("Hertz"));
    assert_null(dp_law_find("hunt_crossley"));
    assert_non_null(dp_law_find("hertz"));
}

static int says(const char *text) {
    return text != NULL && text[0] != '\0' && text[strlen(text) - 1] != ' ' &&
           strchr(text, '\n') == NULL;
}

static void every_law_says_what_it_is_and_where_it_holds(void **state) {
    (void)state;
    for (int i = 0; i < dp_law_count(); i++) {
        const dp_law *law = dp_law_at(i);
        assert_true(says(law->family) && says(law->summary) && says(law->formula));
        assert_true(says(law->source) && says(law->equation) && says(law->validity));
        assert_true(strcmp(law->confidence, "certain") == 0 ||
                    strcmp(law->confidence, "likely") == 0);
        assert_true(strlen(law->summary) < 100);  // a line of the catalogue
        assert_non_null(law->params);
        assert_non_null(law->prepare);
        assert_true(law->delivery == DP_DELIVERS_ALWAYS || law->delivery == DP_DELIVERS_BY_CASE);
        for (const char *const *e = law->errata; e != NULL && *e != NULL; e++)
            assert_true(says(*e));
        // what is only likely says why
        if (strcmp(law->confidence, "likely") == 0) assert_non_null(law->errata);
    }
}

static void check_parameter(const dp_law *law, const dp_param *p) {
    assert_true(says(p->name) && says(p->unit) && says(p->doc));
    assert_int_equal(strspn(p->name, "abcdefghijklmnopqrstuvwxyz_0123456789"), strlen(p->name));
    for (const dp_param *q = law->params; q != p; q++)
        assert_string_not_equal(p->name, q->name);
    dp_law_def def = dp_law_defaults(law);
    if (p->required) assert_true(isnan(p->initial));
    if (p->choices == NULL) {
        assert_true(p->low < p->high);
        assert_true(isnan(p->initial) || (p->low <= p->initial && p->initial <= p->high));
        assert_int_equal(dp_law_set(&def, p->name, p->low, NULL), DP_OK);
        return;
    }
    int words = 0;
    for (; p->choices[words] != NULL; words++) {
        assert_int_equal(dp_law_choose(&def, p->name, p->choices[words], NULL), DP_OK);
        assert_true(dp_law_get(&def, p->name) == (double)words);
    }
    assert_true(words >= 2);
    assert_true(isnan(p->initial) || (p->initial >= 0.0 && p->initial < (double)words));
}

static void every_parameter_has_unit_text_and_a_range_with_its_default(void **state) {
    (void)state;
    for (int i = 0; i < dp_law_count(); i++) {
        const dp_law *law = dp_law_at(i);
        int count = 0;
        for (; law->params[count].name != NULL; count++) {
            check_parameter(law, &law->params[count]);
            assert_int_equal(dp_law_param_index(law, law->params[count].name), count);
        }
        assert_int_equal(dp_law_param_count(law), count);
        assert_true(count <= DP_PARAM_MAX);
        assert_int_equal(dp_law_param_index(law, "nothing"), -1);
    }
}

static void what_sets_the_restitution_is_a_parameter_or_an_entry_of_the_pair(void **state) {
    (void)state;
    for (int i = 0; i < dp_law_count(); i++) {
        const dp_law *law = dp_law_at(i);
        if (law->tune == NULL || dp_law_param_index(law, law->tune) >= 0) continue;
        dp_pair pair = dp_pair_defaults();
        assert_int_equal(dp_pair_set(&pair, law->tune, 1.0, NULL), DP_OK);
    }
}

static void defaults_hold_every_initial_value_and_nothing_else(void **state) {
    (void)state;
    for (int i = 0; i < dp_law_count(); i++) {
        const dp_law *law = dp_law_at(i);
        dp_law_def def = dp_law_defaults(law);
        int count = dp_law_param_count(law);
        assert_ptr_equal(def.law, law);
        for (int p = 0; p < DP_PARAM_MAX; p++) {
            double expected = p < count ? law->params[p].initial : NAN;
            assert_true(isnan(expected) ? isnan(def.value[p]) : def.value[p] == expected);
        }
    }
}

static void default_forms_are_those_the_spec_settles(void **state) {
    (void)state;
    static const char *const rows[][3] = {
        {"ma-liu", "form", "passive"},
        {"wang-dashpot", "form", "continuous"},
        {"wang-kelvin-voigt", "form", "ma-liu-curve"},
        {"peng", "damping_form", "consistent"},
        {"bai-zhao", "form", "printed"},
        {"radzimovsky", "width", "roark"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const dp_law *law = dp_law_find(rows[i][0]);
        dp_law_def def = dp_law_defaults(law);
        int word = (int)dp_law_get(&def, rows[i][1]);
        int at = dp_law_param_index(law, rows[i][1]);
        assert_string_equal(law->params[at].choices[word], rows[i][2]);
    }
}

static void check_suggestion(const char *word, const char *text) {
    const dp_law *law = dp_law_at(0);
    dp_error err = {0};
    assert_int_equal(dp_law_lookup(word, &law, &err), DP_ERR_UNKNOWN_NAME);
    assert_int_equal(err.status, DP_ERR_UNKNOWN_NAME);
    assert_null(law);
    assert_string_equal(err.text, text);
}

static void an_unknown_law_is_answered_with_the_nearest_names(void **state) {
    (void)state;
    check_suggestion("hertzz", "there is no law 'hertzz'; did you mean hertz?");
    check_suggestion("lankarani", "there is no law 'lankarani'; did you mean lankarani-nikravesh "
                                  "or lankarani-cylinder?");
    check_suggestion("hunt-crosley", "there is no law 'hunt-crosley'; did you mean hunt-crossley?");
    check_suggestion("edeem", "there is no law 'edeem'; did you mean edem?");
    check_suggestion("marhefka", "there is no law 'marhefka'; did you mean marhefka-orin?");
    check_suggestion("something-else", "there is no law 'something-else'");
    check_suggestion("", "there is no law ''");
    const dp_law *law = NULL;
    assert_int_equal(dp_law_lookup("edem", &law, NULL), DP_OK);
    assert_ptr_equal(law, dp_law_find("tsuji"));
    assert_int_equal(dp_law_lookup("edeem", &law, NULL), DP_ERR_UNKNOWN_NAME);  // no place for text
}

static void a_very_long_name_is_cut(void **state) {
    (void)state;
    char word[1000];
    const dp_law *law;
    dp_error err;
    memset(word, 'x', sizeof word);
    word[sizeof word - 1] = '\0';
    assert_int_equal(dp_law_lookup(word, &law, &err), DP_ERR_UNKNOWN_NAME);
    assert_int_equal(strlen(err.text), strlen("there is no law ''") + 60);
}

// What is appended to "no 'abcdef'" when these words are known.
static void check_list(const char *const *known, const char *text) {
    char said[80] = "no 'abcdef'";
    int count = dp_suggest(said, sizeof said, "abcdef", known);
    assert_string_equal(said, text);
    assert_int_equal(count > 0, strchr(text, '?') != NULL);
}

static void suggestions_read_well_for_any_number_of_words(void **state) {
    (void)state;
    check_list((const char *const[]){NULL}, "no 'abcdef'");
    check_list((const char *const[]){"abcdeg", NULL}, "no 'abcdef'; did you mean abcdeg?");
    check_list((const char *const[]){"uvwxyz", "abcxyz", NULL}, "no 'abcdef'");
    check_list((const char *const[]){"abcdxx", "abcdeg", NULL},
               "no 'abcdef'; did you mean abcdeg or abcdxx?");
    check_list((const char *const[]){"abcdxx", "abcdeg", "abcdefg", NULL},
               "no 'abcdef'; did you mean abcdefg, abcdeg or abcdxx?");
    // three at most, the nearest; the first of equals first
    check_list((const char *const[]){"abcdxx", "abcdeg", "xbcdef", "abcdefgh", NULL},
               "no 'abcdef'; did you mean abcdefgh, abcdeg or xbcdef?");
    // of a short word one letter may be wrong
    char said[80] = "";
    assert_int_equal(dp_suggest(said, sizeof said, "abcd", (const char *const[]){"abxx", NULL}), 0);
    assert_int_equal(dp_suggest(said, sizeof said, "abcd", (const char *const[]){"abcx", NULL}), 1);
    // whatever its case
    assert_int_equal(dp_suggest(said, sizeof said, "ABCD", (const char *const[]){"abcd", NULL}), 1);
    // and a text without room is cut
    char small[12] = "no";
    dp_suggest(small, sizeof small, "abcd", (const char *const[]){"abcx", NULL});
    assert_string_equal(small, "no; did you");
}

// What is appended for a word that people try.
static void check_meaning(const char *word, const char *const *known, const char *text) {
    char said[120] = "";
    dp_suggest(said, sizeof said, word, known);
    assert_string_equal(said, text);
}

static void words_of_the_same_meaning_come_first(void **state) {
    (void)state;
    static const char *const run[] = {"rtol", "step", "until", NULL};
    static const char *const contact[] = {"law", "restitution", "friction", NULL};
    static const char *const body[] = {"mass", "radius", "velocity", NULL};
    check_meaning("duration", run, "; did you mean until?");
    check_meaning("stop", run, "; did you mean until or step?");
    check_meaning("Time-Step", run, "; did you mean step?");
    check_meaning("diameter", body, "; did you mean radius (half of it)?");
    check_meaning("e", contact, "; did you mean restitution?");
    // a single letter counts as it is written
    check_meaning("E", contact, "");
    check_meaning("E", (const char *const[]){"young", NULL}, "; did you mean young?");
    // only what is known, also with the underscore of a reserved word
    check_meaning("duration", body, "");
    check_meaning("sigma_y", (const char *const[]){"yield_", NULL}, "; did you mean yield_?");
    check_meaning("", run, "");
    // a word that means something elsewhere is no misspelling, but may be part of a longer one
    check_meaning("spring", (const char *const[]){"spin", NULL}, "");
    check_meaning("speed", (const char *const[]){"seed", "bead", NULL}, "");
    check_meaning("radius", (const char *const[]){"radii", "radius_end", NULL},
                  "; did you mean radius_end?");
}

static void changed_letters_are_counted(void **state) {
    (void)state;
    static const struct {
        const char *a, *b;
        int distance;
    } cases[] = {
        {"", "", 0},           {"", "abc", 3},        {"abc", "", 3},       {"hertz", "hertz", 0},
        {"Hertz", "hertz", 1}, {"hetrz", "hertz", 1}, {"hetz", "hertz", 1}, {"hertzz", "hertz", 1},
        {"hurtz", "hertz", 1}, {"abcd", "badc", 2},   {"abc", "xyz", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(dp_edit_distance(cases[i].a, cases[i].b), cases[i].distance);
}

static void every_status_has_its_text(void **state) {
    (void)state;
    for (int i = 0; i <= DP_ERR_NOT_INITIALIZED; i++)
        assert_true(says(dp_status_text((dp_status)i)));
    assert_string_equal(dp_status_text(DP_OK), "ok");
    assert_string_equal(dp_status_text((dp_status)-1), "unknown status");
    assert_string_equal(dp_status_text((dp_status)(DP_ERR_NOT_INITIALIZED + 1)), "unknown status");
    assert_int_equal(dp_fail(NULL, DP_ERR_RANGE, "%d", 1), DP_ERR_RANGE);
}

static void a_family_stands_together(void **state) {
    (void)state;
    const dp_law *sorted[DP_LAWS_MAX];
    int count = dp_laws_by_family(sorted), changes = 1, families = 0;
    assert_int_equal(count, dp_law_count());
    for (int i = 1; i < count; i++)
        changes += strcmp(sorted[i]->family, sorted[i - 1]->family) != 0;
    for (int i = 0; i < count; i++) {
        int j = 0;
        while (strcmp(dp_law_at(j)->family, dp_law_at(i)->family) != 0)
            j++;
        families += j == i;
    }
    assert_int_equal(changes, families);
    assert_true(families > 1 && sorted[0] == dp_law_at(0));
}

static void needs_and_units_are_words(void **state) {
    (void)state;
    const char *words[DP_NEEDS_MAX];
    dp_law_needs_words(dp_law_find("hertz"), words);
    assert_string_equal(words[0], "stiffness");
    assert_null(words[1]);
    dp_law_needs_words(dp_law_find("peng"), words);
    assert_string_equal(words[0], "modulus");
    assert_true(dp_law_takes(dp_law_find("tsuji"), "restitution"));
    assert_false(dp_law_takes(dp_law_find("hertz"), "psi"));

    const dp_pair_field *stiffness = dp_pair_field_at(dp_pair_index("stiffness"));
    const dp_pair_field *radius = dp_pair_field_at(dp_pair_index("radius"));
    assert_string_equal(dp_pair_unit(NULL, stiffness), "N/m^1.5");
    assert_string_equal(dp_pair_unit(dp_law_find("hertz"), stiffness), "N/m^1.5");
    assert_string_equal(dp_pair_unit(dp_law_find("kelvin-voigt"), stiffness), "N/m");
    assert_string_equal(dp_pair_unit(dp_law_find("walton-braun"), stiffness), "N/m");
    assert_string_equal(dp_pair_unit(dp_law_find("adams-impact"), stiffness), "N/m^exponent");
    assert_string_equal(dp_pair_unit(dp_law_find("kelvin-voigt"), radius), "m");
}

static void ranges_and_defaults_are_said(void **state) {
    (void)state;
    static const char *const words[] = {"printed", "passive", NULL};
    static const struct {
        dp_param param;
        const char *range, *initial;
    } cases[] = {
        {{.low = 0.0, .high = 1.0, .initial = NAN, .required = true}, "0..1", "required"},
        {{.low = 0.0, .high = INFINITY, .initial = NAN}, ">= 0", "-"},
        {{.low = -INFINITY, .high = INFINITY, .initial = 1.5}, "any", "1.5"},
        {{.choices = words, .initial = 1.0}, "printed or passive", "passive"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[DP_PARAM_TEXT_MAX];
        assert_string_equal(dp_param_range(&cases[i].param, text), cases[i].range);
        assert_string_equal(dp_param_default(&cases[i].param, text), cases[i].initial);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_catalogue_is_that_of_the_spec_in_its_order),
        cmocka_unit_test(there_is_no_law_before_the_first_and_after_the_last),
        cmocka_unit_test(names_and_aliases_are_plain_words_and_all_different),
        cmocka_unit_test(a_name_is_found_whole_or_not_at_all),
        cmocka_unit_test(every_law_says_what_it_is_and_where_it_holds),
        cmocka_unit_test(every_parameter_has_unit_text_and_a_range_with_its_default),
        cmocka_unit_test(what_sets_the_restitution_is_a_parameter_or_an_entry_of_the_pair),
        cmocka_unit_test(defaults_hold_every_initial_value_and_nothing_else),
        cmocka_unit_test(default_forms_are_those_the_spec_settles),
        cmocka_unit_test(an_unknown_law_is_answered_with_the_nearest_names),
        cmocka_unit_test(a_very_long_name_is_cut),
        cmocka_unit_test(suggestions_read_well_for_any_number_of_words),
        cmocka_unit_test(words_of_the_same_meaning_come_first),
        cmocka_unit_test(changed_letters_are_counted),
        cmocka_unit_test(every_status_has_its_text),
        cmocka_unit_test(a_family_stands_together),
        cmocka_unit_test(needs_and_units_are_words),
        cmocka_unit_test(ranges_and_defaults_are_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
