"""Shares and means with their 95 % intervals."""

import math
import statistics

Z95 = statistics.NormalDist().inv_cdf(0.975)
ELO = 800 / math.log(10)  # of one standard deviation of a game


def wilson(count, games):
    """The score interval of a share by E. B. Wilson (1927); 0 and 1 without games."""
    if games == 0:
        return 0.0, 1.0
    share, square = count / games, Z95 * Z95
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = Z95 / (1 + square / games) * math.sqrt(
        share * (1 - share) / games + square / (4 * games * games))
    # Rounding must not put a bound beyond the share.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def half_width(count, games):
    """Half the width of the Wilson interval, in points."""
    low, high = wilson(count, games)
    return 50 * (high - low)


def games_for(width, share):
    """About how many games give an interval with this half width, in points."""
    return math.ceil(Z95 * Z95 * max(share * (1 - share), 0.01) / (width / 100) ** 2)


def share(count, games):
    """In percent; None without games."""
    if games == 0:
        return None
    low, high = wilson(count, games)
    return figure(100 * count / games, 100 * low, 100 * high)


def mean(values):
    value = statistics.fmean(values)
    error = Z95 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return figure(value, value - error, value + error)


def elo_error(pairs):
    """Half of the 95 % interval of normalised Elo, from the counts of pairs with 0, 1/2, 1, 3/2 and 2
    points; None if all are alike.

    Normalised Elo is mean over deviation. The arena's interval, like that of other arenas, ignores
    that the deviation is estimated too, and is too narrow for engines as unlike as these. This is the
    full variance of the ratio, from skewness and kurtosis (e.g. Lo 2002, Mertens 2002, on the Sharpe
    ratio)."""
    games = [points / 2 - 1 for points, count in enumerate(pairs) for _ in range(count)]
    middle = statistics.fmean(games) if games else 0
    deviation = statistics.pstdev(games) if games else 0
    if deviation == 0:
        return None
    ratio = middle / deviation
    skewness, kurtosis = (statistics.fmean(((each - middle) / deviation) ** power for each in games)
                          for power in (3, 4))
    variance = (1 - skewness * ratio + (kurtosis - 1) / 4 * ratio * ratio) / len(games)
    return Z95 * math.sqrt(max(variance, 0)) * ELO / math.sqrt(2)


def quartiles(values):
    """The median, and the quartiles in place of an interval."""
    if len(values) == 1:
        return figure(values[0], values[0], values[0])
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return figure(middle, low, high)


def figure(value, low, high):
    return {"value": round(value, 2), "low": round(low, 2), "high": round(high, 2)}
