package progress

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// meter measures a rate from samples of a count at uneven times.
type meter struct {
	start, last time.Time
	count       int64
	average     float64 // of the rate, exponentially weighted, from 0 at the start
}

// memory is the time in which a sample's weight in the recent rate falls to 1/e.
const memory = 20 * time.Second

func newMeter(now time.Time) meter { return meter{start: now, last: now} }

func (m *meter) sample(now time.Time, count int64) {
	dt := now.Sub(m.last)
	if dt <= 0 {
		return
	}
	rate := float64(count-m.count) / dt.Seconds()
	m.average += (1 - math.Exp(-dt.Seconds()/memory.Seconds())) * (rate - m.average)
	m.last, m.count = now, count
}

// recent returns the units a second of late.
func (m *meter) recent() float64 {
	// The average starts at 0, whose weight is what is left of 1: divide it out, as Adam does with its moments.
	weight := 1 - math.Exp(-m.last.Sub(m.start).Seconds()/memory.Seconds())
	if weight <= 0 {
		return 0
	}
	return m.average / weight
}

// timeLeft is the time for a number of units at a rate, bounded by what a Duration holds.
func timeLeft(units int64, rate float64) time.Duration {
	seconds := float64(units) / rate
	if seconds >= math.MaxInt64/1e9 {
		return math.MaxInt64
	}
	return time.Duration(seconds * 1e9)
}

// formatRate writes units a second with three digits, or a minute or an hour if that reads better: "8.25/s", "12/min".
func formatRate(rate float64) string {
	switch {
	case rate >= 1:
		return formatCount(rate) + "/s"
	case rate*60 >= 1:
		return formatCount(rate*60) + "/min"
	}
	return formatCount(rate*3600) + "/h"
}

// formatCount writes a count with three digits: "8.25", "942", "142M".
func formatCount(x float64) string {
	suffix := ""
	for _, s := range []string{"k", "M", "G", "T", "P", "E"} {
		if x < 999.5 {
			break
		}
		x, suffix = x/1000, s
	}
	return strconv.FormatFloat(x, 'f', decimals(x), 64) + suffix
}

func decimals(x float64) int {
	switch {
	case x == math.Trunc(x) || x >= 99.95:
		return 0
	case x >= 9.995:
		return 1
	}
	return 2
}

// formatExact writes a count in full while it is short.
func formatExact(n int64) string {
	if n < 100_000 {
		return strconv.FormatInt(n, 10)
	}
	return formatCount(float64(n))
}

// formatDuration writes a time with about two units: "0.4s", "42s", "3m05s", "2h10m", "4d06h".
func formatDuration(d time.Duration) string {
	switch s := int64(d.Round(time.Second).Seconds()); {
	case d < 10*time.Second:
		return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + "s"
	case s < 60:
		return fmt.Sprintf("%ds", s)
	case s < 3600:
		return fmt.Sprintf("%dm%02ds", s/60, s%60)
	case s < 24*3600:
		return fmt.Sprintf("%dh%02dm", s/3600, s/60%60)
	default:
		return fmt.Sprintf("%dd%02dh", s/86400, s/3600%24)
	}
}
