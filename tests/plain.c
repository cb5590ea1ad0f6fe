/* Plain C beside the kernels, for ratios in `make bench` and as one more way to the same counts.

   plain enumerate               every hand of 53 cards with the bug, counted by flush, straight and fours
   plain compare FILE THREADS    two hands as set, by inclusion and exclusion, from a table of hands

   FILE holds 64-bit integers: the number of types, of lows and of subsets; for each type its low and high
   value, ascending by high, then low; for each subset its size, its orbit and seven positions; then the type
   of every hand in colex order as 32-bit integers. Printed are the signed sums over the subsets, and on the
   standard error the seconds that they took. */
#define _POSIX_C_SOURCE 200112L
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CARDS = 53, HAND = 7, MOST_LOWS = 256 };
#define TAKEN INT64_MIN /* a card of S; what a free card adds may be below nought */

static int64_t choose[CARDS + 1][HAND + 2];

static int run_of(int ranks, int length, int missing) {
    int wide = ranks << 1 | ranks >> 12; /* the ace below the deuce too */
    for (int low = 0; low + length <= 14; low++)
        if (__builtin_popcount(wide >> low & ((1 << length) - 1)) >= length - missing)
            return 1;
    return 0;
}

static void enumerate_hands(void) {
    int64_t hands = 0, flushes = 0, straights = 0, fours = 0;
    int c[HAND];
    for (int i = 0; i < HAND; i++)
        c[i] = i;
    for (;;) {
        int suits[4] = {0}, joker = c[HAND - 1] == 52;
        for (int i = 0; i < HAND - joker; i++)
            suits[c[i] & 3] |= 1 << (c[i] >> 2);
        int one = suits[0] | suits[1] | suits[2] | suits[3];
        int four = suits[0] & suits[1] & suits[2] & suits[3];
        int flush = 0;
        for (int s = 0; s < 4; s++)
            flush |= __builtin_popcount(suits[s]) >= 5 - joker;
        int aces = (suits[0] >> 12) + (suits[1] >> 12) + (suits[2] >> 12) + (suits[3] >> 12);
        hands++;
        flushes += flush;
        straights += run_of(one, 5, joker);
        fours += four || (joker && aces >= 3);
        int i = 0;
        while (i < HAND && c[i] + 1 == (i + 1 < HAND ? c[i + 1] : CARDS))
            i++;
        if (i == HAND)
            break;
        c[i]++;
        while (i-- > 0)
            c[i] = i;
    }
    printf("%lld %lld %lld %lld\n", (long long)hands, (long long)flushes, (long long)straights,
           (long long)fours);
}

static int64_t types, lows, subsets;
static const int64_t *values, *listed;
static const int32_t *table;
static int64_t next_subset, sums[9];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct space {
    int32_t *counts, *touched;
    int64_t found, cells[9];
};

static int64_t fill(const int *in, int size, int64_t offsets[HAND][CARDS]) {
    /* what each card adds to the place of a hand as the j-th free one from below, cards of S moving up */
    int64_t constant = 0;
    for (int i = 0; i < size; i++)
        constant += choose[in[i]][i + 1];
    for (int j = 0; j < HAND - size; j++)
        for (int card = 0; card < CARDS; card++) {
            int below = 0;
            int64_t moved = 0;
            for (int i = 0; i < size; i++)
                if (in[i] < card)
                    below++;
                else if (in[i] > card)
                    moved += choose[in[i]][i + j + 2] - choose[in[i]][i + j + 1];
                else
                    below = -HAND;
            offsets[j][card] = below < 0 ? TAKEN : choose[card][j + below + 1] + moved;
        }
    return constant;
}

static void visit(struct space *w, int64_t offsets[HAND][CARDS], int left, int below, int64_t place) {
    for (int card = 0; card < below; card++) {
        if (choose[card][1] < left - 1 || offsets[left - 1][card] == TAKEN)
            continue;
        if (left > 1) {
            visit(w, offsets, left - 1, card, place + offsets[left - 1][card]);
            continue;
        }
        int32_t type = table[place + offsets[0][card]];
        if (w->counts[type]++ == 0)
            w->touched[w->found++] = type;
    }
}

static int ascending(const void *a, const void *b) {
    return (*(const int32_t *)a > *(const int32_t *)b) - (*(const int32_t *)a < *(const int32_t *)b);
}

static void sweep(struct space *w, int64_t factor) {
    int64_t passed[MOST_LOWS + 1] = {0}, every[MOST_LOWS + 1] = {0};
    qsort(w->touched, (size_t)w->found, sizeof(int32_t), ascending);
    for (int64_t i = 0; i < w->found; i++)
        every[values[2 * w->touched[i]]] += w->counts[w->touched[i]];
    for (int64_t start = 0, stop; start < w->found; start = stop) {
        int64_t level[MOST_LOWS] = {0};
        for (stop = start; stop < w->found && values[2 * w->touched[stop] + 1] == values[2 * w->touched[start] + 1]; stop++)
            level[values[2 * w->touched[stop]]] += w->counts[w->touched[stop]];
        for (int64_t i = start; i < stop; i++) {
            int64_t low = values[2 * w->touched[i]], count = factor * w->counts[w->touched[i]];
            for (int64_t l = 0; l < lows; l++) {
                int64_t row = l < low ? 2 : l == low;
                w->cells[3 * row + 2] += count * passed[l];
                w->cells[3 * row + 1] += count * level[l];
                w->cells[3 * row] += count * (every[l] - passed[l] - level[l]);
            }
        }
        for (int64_t l = 0; l < lows; l++)
            passed[l] += level[l];
    }
    for (int64_t i = 0; i < w->found; i++)
        w->counts[w->touched[i]] = 0;
    w->found = 0;
}

static void *work(void *unused) {
    struct space w = {calloc((size_t)types, 4), malloc((size_t)types * 4), 0, {0}};
    (void)unused;
    for (;;) {
        int64_t s = __sync_fetch_and_add(&next_subset, 1);
        if (s >= subsets)
            break;
        const int64_t *row = listed + 9 * s;
        int in[HAND], size = (int)row[0];
        int64_t offsets[HAND][CARDS];
        for (int i = 0; i < size; i++)
            in[i] = (int)row[2 + i];
        visit(&w, offsets, HAND - size, CARDS, fill(in, size, offsets));
        sweep(&w, size % 2 ? -row[1] : row[1]);
    }
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 9; i++)
        sums[i] += w.cells[i];
    pthread_mutex_unlock(&lock);
    free(w.counts);
    free(w.touched);
    return NULL;
}

static int compare(const char *name, int threads) {
    FILE *file = fopen(name, "rb");
    int64_t head[3];
    if (!file || fread(head, 8, 3, file) != 3)
        return 1;
    types = head[0], lows = head[1], subsets = head[2];
    int64_t *numbers = malloc((size_t)(2 * types + 9 * subsets) * 8);
    int32_t *hands = malloc((size_t)choose[CARDS][HAND] * 4);
    if (!numbers || !hands || lows > MOST_LOWS)
        return 1;
    if (fread(numbers, 8, (size_t)(2 * types + 9 * subsets), file) != (size_t)(2 * types + 9 * subsets))
        return 1;
    if (fread(hands, 4, (size_t)choose[CARDS][HAND], file) != (size_t)choose[CARDS][HAND])
        return 1;
    fclose(file);
    values = numbers, listed = numbers + 2 * types, table = hands;
    pthread_t pool[64];
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (int i = 0; i < threads; i++)
        pthread_create(&pool[i], NULL, work, NULL);
    for (int i = 0; i < threads; i++)
        pthread_join(pool[i], NULL);
    clock_gettime(CLOCK_MONOTONIC, &to);
    fprintf(stderr, "%f\n", (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec));
    for (int i = 0; i < 9; i++)
        printf("%lld%c", (long long)sums[i], i == 8 ? '\n' : ' ');
    return 0;
}

int main(int count, char **words) {
    for (int n = 0; n <= CARDS; n++)
        for (int k = 0; k < HAND + 2; k++)
            choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : choose[n - 1][k - 1] + choose[n - 1][k];
    if (count == 2 && !strcmp(words[1], "enumerate")) {
        enumerate_hands();
        return 0;
    }
    if (count == 4 && !strcmp(words[1], "compare"))
        return compare(words[2], atoi(words[3]) > 64 ? 64 : atoi(words[3]));
    fprintf(stderr, "plain enumerate | plain compare FILE THREADS\n");
    return 2;
}
