// Fits of the same data in order.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "least_squares/parts.h"

// Does fit a come before fit b? A failed one never does; ties keep the order given.
static bool is_before(const dp_fit_result *a, const dp_fit_result *b) {
    if (a == NULL || b == NULL) return a != NULL;
    if (isnan(a->aicc) != isnan(b->aicc)) return isnan(b->aicc);
    double one = isnan(a->aicc) ? a->aic : a->aicc, other = isnan(b->aicc) ? b->aic : b->aicc;
    if (fabs(one - other) > 1e-9) return one < other;
    return a->parameter_count < b->parameter_count;
}

static void weigh(dp_fit_ranking *ranking, const dp_fit_result *const *fits, int count) {
    const dp_fit_result *best = count > 0 ? fits[ranking->order[0]] : NULL;
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        ranking->delta[i] = ranking->weight[i] = NAN;
        if (fits[i] == NULL || best == NULL) continue;
        double delta = isnan(best->aicc) ? fits[i]->aic - best->aic : fits[i]->aicc - best->aicc;
        // of equal fits the simpler one is first, whatever the last digit says
        ranking->delta[i] = delta < 0.0 ? 0.0 : delta;
        if (!isnan(ranking->delta[i])) sum += exp(-0.5 * ranking->delta[i]);
    }
    for (int i = 0; i < count; i++) {
        if (!isnan(ranking->delta[i])) ranking->weight[i] = exp(-0.5 * ranking->delta[i]) / sum;
    }
}

// How well a fit describes the data, whatever it took: chi2, or what stands for it.
static double misfit(const dp_fit_result *fit) {
    return fit->aic - 2.0 * (fit->parameter_count + fit->estimated);
}

// "a, b and c" of the fits that are marked; returns how many.
static int list_names(const bool *marked, const int *order, const char *const *names, int count,
                      char *text, size_t size) {
    int total = 0, seen = 0;
    size_t length = 0;
    for (int i = 0; i < count; i++)
        total += marked[i] ? 1 : 0;
    text[0] = '\0';
    for (int i = 0; i < count && length < size - 1; i++) {
        if (!marked[order[i]]) continue;
        const char *between = seen == 0 ? "" : seen == total - 1 ? " and " : ", ";
        int wanted = snprintf(text + length, size - length, "%s%s", between, names[order[i]]);
        length += wanted > 0 ? (size_t)wanted : 0;
        seen++;
    }
    return total;
}

// Laws that say the same about these data: one sentence for each group, no ranking.
static bool note_same(dp_fit_ranking *ranking, const dp_fit_result *const *fits,
                      const char *const *names, int count) {
    bool is_done[DP_FIT_COMPARE_MAX] = {false};
    for (int i = 0; i < count; i++) {
        int first = ranking->order[i];
        if (is_done[first] || fits[first] == NULL) continue;
        bool marked[DP_FIT_COMPARE_MAX] = {false};
        double here = misfit(fits[first]);
        for (int k = 0; k < count; k++) {
            bool is_same = fits[k] != NULL && fabs(misfit(fits[k]) - here) <= 1e-6;
            marked[k] = is_same && !is_done[k];
            is_done[k] = is_done[k] || is_same;
        }
        char text[800];
        if (list_names(marked, ranking->order, names, count, text, sizeof text) < 2) continue;
        if (!fit_note(&ranking->notes, &ranking->note_count,
                      "%s come equally near to these data, which cannot tell them apart", text))
            return false;
    }
    return true;
}

// Laws that follow so closely that the data do not decide.
static bool note_close(dp_fit_ranking *ranking, const dp_fit_result *const *fits,
                       const char *const *names, int count) {
    bool marked[DP_FIT_COMPARE_MAX] = {false}, is_other = false;
    double best =
        count > 0 && fits[ranking->order[0]] != NULL ? misfit(fits[ranking->order[0]]) : NAN;
    for (int i = 0; i < count; i++) {
        marked[i] = ranking->delta[i] < 2.0;
        is_other = is_other || (marked[i] && fabs(misfit(fits[i]) - best) > 1e-6);
    }
    char text[800];
    // of two, the sentence about the best has said it
    if (list_names(marked, ranking->order, names, count, text, sizeof text) < 3 || !is_other)
        return true;
    return fit_note(&ranking->notes, &ranking->note_count,
                    "the data do not decide between %s: their AICc differ by less than 2", text);
}

// Which is best, and how far behind the next one that describes the data otherwise is.
static bool note_best(dp_fit_ranking *ranking, const dp_fit_result *const *fits,
                      const char *const *names, int count) {
    if (count < 2 || fits[ranking->order[0]] == NULL) return true;
    int best = ranking->order[0], next = -1;
    for (int i = 1; i < count && next < 0; i++) {
        int at = ranking->order[i];
        if (fits[at] != NULL && fabs(misfit(fits[at]) - misfit(fits[best])) > 1e-6) next = at;
    }
    if (next < 0 || isnan(ranking->delta[next])) return true;
    const char *what = isnan(fits[best]->aicc) ? "AIC" : "AICc";
    return fit_note(&ranking->notes, &ranking->note_count,
                    ranking->delta[next] < 2.0
                        ? "%s fits best; %s cannot be distinguished (difference of %s %.2g)"
                        : "%s fits best; %s comes next (difference of %s %.3g)",
                    names[best], names[next], what, ranking->delta[next]);
}

dp_status dp_fit_compare(dp_fit_ranking *ranking, const dp_fit_result *const *fits,
                         const char *const *names, int count, dp_error *err) {
    *ranking = (dp_fit_ranking){.notes = NULL};
    if (count < 0 || count > DP_FIT_COMPARE_MAX)
        return dp_fail(err, DP_ERR_RANGE, "%d fits to compare; %d at most", count,
                       DP_FIT_COMPARE_MAX);
    for (int i = 0; i < count; i++) {
        int place = i;
        for (; place > 0 && is_before(fits[i], fits[ranking->order[place - 1]]); place--)
            ranking->order[place] = ranking->order[place - 1];
        ranking->order[place] = i;
    }
    weigh(ranking, fits, count);
    if (!note_best(ranking, fits, names, count) || !note_same(ranking, fits, names, count) ||
        !note_close(ranking, fits, names, count)) {
        dp_fit_ranking_free(ranking);
        return dp_fail(err, DP_ERR_MEMORY, "out of memory");
    }
    return DP_OK;
}

void dp_fit_ranking_free(dp_fit_ranking *ranking) {
    fit_notes_free(ranking->notes, ranking->note_count);
    ranking->notes = NULL;
    ranking->note_count = 0;
}
